import { brokerText, headText, type PresetPlaces, settleText, yamlText } from './shop-text.ts';

/** The .NET course shop in its Aspire app host: quoted names, two databases, the broker a container of its own. */
export function aspireConfig(places: PresetPlaces): string {
  const { url, dsn, broker } = places;
  const resource = (target: string, name: string) => `  ${target}: { runtime: aspire, resource: ${name} }`;
  return `${headText}
url: ${yamlText(url)}

order:
  url: /api/orders
  # An object is sent as JSON.
  body: '{"customer": "{{key}}", "productId": {{product}}, "quantity": {{quantity}}}'
  reply: { id: id, status: status, reason: reason }

statuses:
  confirmed: [Confirmed]
  open: [Pending, Compensating]
  cancelled: [Cancelled]

# Names are taken as \\d shows them, upper case included. Aspire's dashboard shows the DSNs. Columns that your tables
# do not have are found before anything is broken, each named with its probe.
# Nothing here says which rows are new: each look reads the whole of Orders, Outbox and Inbox, and slows down as they grow. If
# yours have a column that only grows, a serial or the time of the insert, with an index on it, name it in each of them:
#   orders: { …, position: CreatedAt }
probes:
  orders: { dsn: ${yamlText(dsn('ordersdb'))}, table: Orders, id: Id, status: Status, key: Customer }
  outbox:
    dsn: ${yamlText(dsn('ordersdb'))}
    table: Outbox
    id: Id
    order: { column: Payload, json: orderId }
    sent: { by: timestamp, column: SentAt }
  inbox: { dsn: ${yamlText(dsn('shippingdb'))}, table: Inbox, event: MessageId }
  shipments: { dsn: ${yamlText(dsn('shippingdb'))}, table: Shipments, id: Id, order: OrderId }
${brokerText(
  places,
  ['shipping.order-confirmed'],
  '  events: { exchange: shop.events, routingKey: order.confirmed, order: orderId }\n',
)}
# aspire resource NAME stop|start. The broker is a container that Aspire keeps: Docker stops it by its exact name.
# For twice-sent events and failing payments the shop itself has the settings Outbox__FailAfterPublish and
# Payments__FailureRate.
targets:
  broker: { runtime: docker, container: pro18-rabbitmq, servedAt: ${yamlText(broker.replace(/\/\/[^@/]*@/, '//'))} }
${[resource('payments', 'payments'), resource('orders', 'orders'), resource('shipping', 'shipping')].join('\n')}
${settleText}`;
}
