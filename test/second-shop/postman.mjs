import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, openBroker, routingKey } from './broker.mjs';

const pollEveryMs = 200;
const triesMax = 5;
/** So many letters in one round are a burst. */
const burst = 4;

/** Carries letters to the broker, in order, and marks each when its confirm came. */
export async function runPostman({ database, brokerUrl, misbehave }) {
  let channel;
  /** Letters that a client library would hold on to while it has no connection. */
  const held = new Map();
  /** Delivered, and never marked. */
  const unmarked = new Set();
  const connected = async (opened) => {
    channel = opened;
    for (const [no, body] of held) await post(channel, no, body).catch(() => {});
    held.clear();
  };
  const lost = () => {
    channel = undefined;
    if (misbehave === 'postman-dies') process.exit(1);
    // Wedged: it never notices that the broker is back.
    if (misbehave !== 'burns-letters') void openBroker(brokerUrl, { use: connected, lost });
  };
  await openBroker(brokerUrl, { use: connected, lost });

  for (;;) {
    await sleep(pollEveryMs);
    const { rows } = await database
      .query(
        'select * from "Letters" where not "IsPosted" and not "IsAbandoned" order by "LetterNo" limit 50',
      )
      .catch(() => ({ rows: [] }));
    const fresh = rows.filter((row) => !unmarked.has(row.LetterNo));
    for (const [index, letter] of fresh.entries()) {
      const no = letter.LetterNo;
      try {
        if (misbehave === 'burns-letters' && channel === undefined) {
          await database.query('delete from "Letters" where "LetterNo" = $1', [no]);
          continue;
        }
        if (channel === undefined) throw new Error('no broker');
        await post(channel, no, letter.Body);
        if (misbehave === 'forgets-to-mark' && fresh.length >= burst && unmarked.size < 4 && index < 4) {
          unmarked.add(no);
        } else if (misbehave === 'burns-letters') {
          await database.query('delete from "Letters" where "LetterNo" = $1', [no]);
        } else {
          await database.query('update "Letters" set "IsPosted" = true where "LetterNo" = $1', [no]);
        }
      } catch (error) {
        console.error(`letter ${no}:`, error.message);
        await failed(no, letter.Body);
        break;
      }
    }
  }

  async function failed(no, body) {
    if (!misbehave.startsWith('gives-up')) return;
    const { rows } = await database.query(
      'update "Letters" set "Tries" = "Tries" + 1, "IsAbandoned" = "Tries" + 1 >= $2 where "LetterNo" = $1 returning "IsAbandoned" as given',
      [no, triesMax],
    );
    if (rows[0]?.given && misbehave === 'gives-up-late') held.set(no, body);
  }
}

function post(channel, no, body) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('no confirm')), 2000);
    const options = { messageId: String(no), persistent: true, contentType: 'application/json' };
    channel.publish(exchange, routingKey, Buffer.from(body), options, (error) => {
      clearTimeout(limit);
      if (error) reject(error);
      else resolve();
    });
  });
}
