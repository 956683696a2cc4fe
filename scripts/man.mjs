// Writes man/shopctl.1 from the built program, so that the page says what --help says. test/cli/man-page.test.ts compares.
import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hostOfProcess } from '../bin/host.js';
import { commandTree } from '../dist/src/cli/command-tree.js';
import { manPage } from '../dist/src/cli/man-page.js';
import { buildProgram } from '../dist/src/cli.js';
import { shopctlVersion } from '../dist/src/commands/version.js';

const host = hostOfProcess(process);
const folder = fileURLToPath(new URL('../man/', import.meta.url));
mkdirSync(folder, { recursive: true });
const tree = commandTree(buildProgram(host, { code: 0 }));
writeFileSync(`${folder}shopctl.1`, manPage(tree, shopctlVersion(host.packageRoot)));
