#!/usr/bin/env node
import process from 'node:process';
import { hostOfProcess } from './host.js';

const { main } = await import('../dist/src/cli.js').catch(notBuilt);
process.exitCode = await main(hostOfProcess(process));

function notBuilt(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/src/cli.js')) throw error;
  process.stderr.write('shopctl is not built yet.\nhint: npm run build\n');
  return { main: async () => 3 };
}
