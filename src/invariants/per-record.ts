import type { RunRecord } from '../model/run-record.ts';

/** Works out once for each record what several promises, or several findings, ask for: a record never changes. */
export function perRecord<Value>(workOut: (record: RunRecord) => Value): (record: RunRecord) => Value {
  const known = new WeakMap<RunRecord, { readonly value: Value }>();
  return (record) => {
    const found = known.get(record) ?? { value: workOut(record) };
    known.set(record, found);
    return found.value;
  };
}
