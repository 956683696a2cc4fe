import process from 'node:process';
import pg from 'pg';
import { runDepot } from './depot.mjs';
import { runFront } from './front.mjs';
import { runPostman } from './postman.mjs';

const roles = { front: runFront, postman: runPostman, depot: runDepot };
const [role] = process.argv.slice(2);
const { SECOND_DB, SECOND_BROKER, SECOND_PORT, MISBEHAVE = '', LEAVES_AFTER_MS = '20000' } = process.env;

const database = new pg.Pool({ connectionString: SECOND_DB, max: 5 });
database.on('error', (error) => console.error('database:', error.message));
process.on('SIGTERM', () => process.exit(0));
process.on('uncaughtException', (error) => console.error('uncaught:', error.message));

await roles[role]({
  database,
  brokerUrl: SECOND_BROKER,
  port: Number(SECOND_PORT),
  misbehave: MISBEHAVE,
  leavesAfterMs: Number(LEAVES_AFTER_MS),
});
