import {
  checkVerdict,
  defectVerdict,
  type Proof,
  type ProvedCheck,
  proofVerdict,
  soakVerdict,
} from '../model/proof.ts';
import { needsHelp } from './proof-words.ts';

/**
 * A proof as one JSON document, with a final line break. `verdict` is `held` when every defect was caught and the clean
 * shop held; each check has the verdict on itself: `held` means that it went as expected.
 */
export function renderProofJson(proof: Proof): string {
  const { shopctlVersion, code, machine, work, defects, control, soak } = proof;
  const document = {
    proofVersion: 1,
    verdict: proofVerdict(proof),
    shopctlVersion,
    code,
    ...(machine === undefined ? {} : { machine }),
    work,
    defects: defects.map((defect) => ({
      name: defect.name,
      caught: defectVerdict(defect) === 'held',
      verdict: defectVerdict(defect),
      needsHelp: needsHelp(defect),
      mechanism: defect.mechanism,
      exposure: defect.exposure,
      reports: defect.reports,
      checks: defect.checks.map(checkJson),
    })),
    control: control.map(checkJson),
    ...(soak === undefined ? {} : { soak: { verdict: soakVerdict(soak), ...soak } }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function checkJson(check: ProvedCheck) {
  return { verdict: checkVerdict(check), ...check };
}
