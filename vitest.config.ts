import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` needs nothing but Node; `system` runs the built shopctl against a real PostgreSQL and a
 * real RabbitMQ: two files at a time, each on a stack of its worker's, as they wait more than they work.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/system/**', 'test/docker/**'],
          // Some start real processes, on machines that are busy with other things.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ['test/system/stack.setup.ts'],
        },
      },
      {
        test: {
          name: 'docker',
          include: ['test/docker/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 600_000,
          globalSetup: ['test/docker/engine.setup.ts'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'fixtures/shop/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
});
