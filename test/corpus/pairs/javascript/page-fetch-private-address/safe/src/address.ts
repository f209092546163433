import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

const reserved = new BlockList()
for (const [network, prefix] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3]] as const) {
  reserved.addSubnet(network, prefix, 'ipv4')
}

export async function publicAddress(hostname: string) {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new Error('Addresses are not accepted, only names')
  const records = await lookup(hostname, { all: true, family: 4 })
  for (const record of records) {
    if (!isIPv4(record.address) || reserved.check(record.address, 'ipv4')) throw new Error(`${hostname} is not a public host`)
  }
  const first = records[0]
  if (first === undefined) throw new Error(`${hostname} has no address`)
  return first
}
