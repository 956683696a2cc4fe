import { describe, expect, it } from 'vitest';
import { ensureAnswers, ensureLocal } from '../../src/load/door.ts';

describe('the door that orders go to', () => {
  it.each(['http://127.0.0.1:5100', 'http://127.8.9.1', 'http://localhost:80', 'http://[::1]:5100'])(
    '%s is on this machine',
    (url) => {
      expect(() => ensureLocal(url)).not.toThrow();
    },
  );

  it.each([
    'http://10.0.0.7:5100',
    'https://shop.example',
    'http://127.evil.example',
    'http://0x7f.1.example',
  ])('%s is not, and is refused with a way to mean it', (url) => {
    expect(() => ensureLocal(url)).toThrow(
      expect.objectContaining({ exitCode: 64, hint: expect.stringContaining('--yes') }),
    );
  });

  it('is refused in words when nobody listens there', async () => {
    await expect(ensureAnswers('http://127.0.0.1:9')).rejects.toMatchObject({
      message: expect.stringContaining('ECONNREFUSED 127.0.0.1:9'),
      exitCode: 3,
    });
  });
});
