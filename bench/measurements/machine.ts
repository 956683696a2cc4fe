import type { Measurement } from '../measurement.ts';

/** Clients, or orders in flight, that throughput is measured with. */
export const concurrencies = [1, 8, 32] as const;

export const machine: Measurement = {
  name: 'machine',
  about: 'what this machine can do at most, whoever asks',
  async measure({ limits }) {
    const commits = [];
    for (const clients of concurrencies) {
      const value = await limits.commitsPerSecond(clients);
      commits.push({ name: `small commits, ${clients} in flight`, value, unit: 'commits/s' });
    }
    const confirms = await limits.confirmsPerSecond();
    return [
      ...commits,
      { name: 'confirms of a quorum queue, pipelined', value: confirms, unit: 'messages/s' },
      { name: 'node -e 0', value: await limits.nodeStartMs(), unit: 'ms' },
    ];
  },
};
