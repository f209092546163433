import { lookup } from 'node:dns/promises';

export async function resolveName(host) {
  const records = await lookup(host, { all: true });
  return records.map((record) => record.address).join('\n');
}
