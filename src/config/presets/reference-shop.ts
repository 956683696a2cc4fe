import { targetNames } from '../../model/target.ts';
import { brokerText, headText, type PresetPlaces, settleText, yamlText } from './shop-text.ts';

/*
 * The reference shop, described as somebody's shop would be: as processes, in a compose project and in Kubernetes. Its
 * tables are the same in all of them.
 */

export function referenceConfig(places: PresetPlaces): string {
  return shopConfig(
    places,
    `# The parts that shopctl up started, each known by its own name.
targets:
${targetNames.map((name) => `  ${name}: { runtime: process }`).join('\n')}
`,
  );
}

export function composeConfig(places: PresetPlaces): string {
  const project = yamlText(places.group);
  const target = (name: string) =>
    `  ${name}: { runtime: docker, project: ${project}, service: ${name}${servedAt(name, places)} }`;
  return shopConfig(
    places,
    `# Services of one compose project, by its name as docker compose ls shows it: that of the folder of its compose.yaml, unless
# somebody gave another; shopctl up --runtime docker calls its own shop-ID. A single container is { runtime: docker, container: NAME }.
targets:
${targetNames.map(target).join('\n')}
`,
  );
}

export function kubernetesConfig(places: PresetPlaces): string {
  const context = yamlText(places.group);
  const kindOf = (name: string) => (name === 'broker' || name === 'postgres' ? 'statefulset' : 'deployment');
  const target = (name: string) =>
    `  ${name}: { runtime: kubernetes, context: ${context}, namespace: shop, kind: ${kindOf(name)}, name: ${name} }`;
  return shopConfig(
    places,
    `# The context by its name: whatever happens to be the current one could be anybody's production.
# Ports must be reachable from here: kubectl port-forward, or a node port.
targets:
${targetNames.map(target).join('\n')}
`,
  );
}

/** Where a client is served, for the parts that have a door of their own on this machine. */
function servedAt(name: string, { url, broker, dsn }: PresetPlaces): string {
  const at = (text: string) => `, servedAt: ${yamlText(text)}`;
  if (name === 'gateway') return at(`${url}/health/ready`);
  if (name === 'broker') return at(withoutCredentials(broker));
  return name === 'postgres' ? at(withoutCredentials(dsn('postgres')).replace(/\/postgres$/, '')) : '';
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}

function shopConfig(places: PresetPlaces, targets: string): string {
  const { url, dsn } = places;
  const at = (database: string) => yamlText(dsn(database));
  return `${headText}
url: ${yamlText(url)}

order:
  url: /api/orders
  headers:
    idempotency-key: '{{key}}' # {{runId}}-{{n}}
  # Text is sent as it is; an object would be sent as JSON. {{uuid}} makes a field unique.
  body: '{"customer": "{{key}}", "productId": {{product}}, "quantity": {{quantity}}}'
  accepted: { status: [201, 202] }
  reply: { id: id, status: status, reason: reason }

# Words of the shop for where an order is. Every other word would count as confirmed without the first line.
statuses:
  confirmed: [Confirmed]
  open: [Pending, Compensating]
  cancelled: [Cancelled]

# Where the shop keeps its evidence. Leave out what it does not have: the promises that need it are left out and said so.
# key: where the run id is found again. position: a column that only grows; with it a look costs the same however
# many rows earlier runs left.
probes:
  orders:
    { dsn: ${at('ordersdb')}, table: orders, id: id, status: status, reason: reason, key: customer, position: created_at }
  outbox:
    dsn: ${at('ordersdb')}
    table: outbox
    id: id
    order: { column: payload, json: orderId }
    key: { column: payload, json: customer }
    type: type
    ships: [order.confirmed] # events that have an effect
    position: seq
    sent: { by: timestamp, column: sent_at } # or boolean, status, deleted, archive, nothing
    givenUp: { by: timestamp, column: parked_at }
  inbox: { dsn: ${at('shippingdb')}, table: inbox, event: message_id, position: processed_at }
  # The effects of an order: one for each.
  shipments:
    { dsn: ${at('shippingdb')}, table: shipments, id: id, order: order_id, key: customer, position: created_at }
  payments:
    charges: { dsn: ${at('paymentsdb')}, table: charges, order: order_id, amount: amount_cents }
    refunds: { dsn: ${at('paymentsdb')}, table: refunds, order: order_id, amount: amount_cents }
  stock:
    reservations:
      dsn: ${at('inventorydb')}
      table: reservations
      order: order_id
      product: product_id
      quantity: quantity
      active: status = 'reserved'
    # A query names its columns as the fields are called.
    counts:
      dsn: ${at('inventorydb')}
      query: |
        select p.id as product, p.stock as "onShelf", coalesce(sum(r.quantity), 0) as reserved
        from products p left join reservations r on r.product_id = p.id and r.status = 'reserved'
        group by p.id
${brokerText(
  places,
  ['shipping.order-confirmed', 'shipping.order-confirmed.dead'],
  '  events: { exchange: shop.events, routingKey: order.confirmed, order: orderId }\n',
)}
${targets}${settleText}`;
}
