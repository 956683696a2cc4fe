// `npm run bench`: what is fast is measured here, each figure beside the machine's own limit; see docs/performance.md.
import { ensureInstalled } from './ensure-install.mjs';

await ensureInstalled();
await import('../dist/bench/main.js');
