import process from 'node:process';
import { openBroker, queue } from './broker.mjs';

/** Packs one parcel for each letter, however often it comes: the letter is remembered in the parcel's own transaction. */
export function runDepot({ database, brokerUrl, misbehave, leavesAfterMs }) {
  const lost = () => {
    if (misbehave === 'depot-leaves') setTimeout(() => process.exit(1), leavesAfterMs);
    else void open();
  };
  const open = () => openBroker(brokerUrl, { use: consume, lost });

  async function consume(channel) {
    await channel.prefetch(5);
    await channel.consume(queue, (message) => {
      if (message === null) return;
      pack(message).then(
        () => acked(channel, message),
        (error) => {
          console.error('parcel:', error.message);
          setTimeout(() => returned(channel, message), 500);
        },
      );
    });
  }

  async function pack({ properties, content }) {
    const { purchase } = JSON.parse(content.toString());
    await database.query(
      `with seen as (
         insert into "SeenLetters" ("LetterNo") values ($1) on conflict do nothing returning 1
       ) insert into "Parcels" ("PurchaseRef") select $2 from seen`,
      [properties.messageId, purchase.ref.toUpperCase()],
    );
  }

  return open();
}

/** On a channel that closed meanwhile the broker sends it again by itself. */
function acked(channel, message) {
  try {
    channel.ack(message);
  } catch {}
}

function returned(channel, message) {
  try {
    channel.nack(message);
  } catch {}
}
