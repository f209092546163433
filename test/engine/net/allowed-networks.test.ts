import { describe, expect, test } from 'vitest'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'

describe('ASSAY_ALLOW_NETWORKS', () => {
  test.each([
    ['', []],
    [' , ', []],
    ['10.0.0.0/8', [{ purpose: 'upstream', cidr: '10.0.0.0/8' }]],
    ['upstream=10.0.0.5', [{ purpose: 'upstream', cidr: '10.0.0.5/32' }]],
    ['10.0.0.5:8080', [{ purpose: 'upstream', cidr: '10.0.0.5/32', port: 8080 }]],
    ['source=192.168.0.0/16:443', [{ purpose: 'source', cidr: '192.168.0.0/16', port: 443 }]],
    ['webhook=fd00::/8', [{ purpose: 'webhook', cidr: 'fd00::/8' }]],
    ['::1', [{ purpose: 'upstream', cidr: '::1/128' }]],
    ['[::1]', [{ purpose: 'upstream', cidr: '::1/128' }]],
    ['webhook=[fd00::/8]:443', [{ purpose: 'webhook', cidr: 'fd00::/8', port: 443 }]],
    ['source=[FD00:0:0::1]:9000', [{ purpose: 'source', cidr: 'fd00::1/128', port: 9000 }]],
    ['127.0.0.1/8', [{ purpose: 'upstream', cidr: '127.0.0.0/8' }]],
    ['0.0.0.0/0', [{ purpose: 'upstream', cidr: '0.0.0.0/0' }]],
    [
      ' source = 10.0.0.1 ,webhook=10.0.0.2:1,',
      [
        { purpose: 'source', cidr: '10.0.0.1/32' },
        { purpose: 'webhook', cidr: '10.0.0.2/32', port: 1 },
      ],
    ],
  ])('"%s"', (text, networks) => {
    expect(parseAllowedNetworks(text)).toEqual(networks)
  })

  test.each([
    ['sources=10.0.0.0/8', /"sources=10\.0\.0\.0\/8" has an unknown purpose.*purposes are upstream, source, webhook/],
    ['=10.0.0.0/8', /"=10\.0\.0\.0\/8" has an unknown purpose/],
    ['source=webhook=10.0.0.0/8', /is not a network; use purpose=CIDR/],
    ['ghe.corp.example', /"ghe\.corp\.example" is not a network; use purpose=CIDR\[:port\], such as/],
    ['10.0.0.0/33', /not a network/],
    ['10.0.0.0/', /not a network/],
    ['10.0.0/8', /not a network/],
    ['010.0.0.1', /not a network/],
    ['0x0a000001', /not a network/],
    ['167772161', /not a network/],
    ['10.0.0.0/255.0.0.0', /not a network/],
    ['fd00::/129', /not a network/],
    ['fd00::/8:443', /not a network.*webhook=\[fd00::\/8\]:443/],
    ['[10.0.0.1:80', /not a network/],
    ['10.0.0.1:0', /port that is not from 1 to 65535/],
    ['10.0.0.1:65536', /port that is not from 1 to 65535/],
    ['10.0.0.1:http', /not a network/],
    ['10.0.0.1:', /not a network/],
    ['http://10.0.0.1', /not a network/],
    ['::ffff:10.0.0.1', /IPv4-mapped IPv6 network/],
    ['[::ffff:0:0/96]:80', /IPv4-mapped IPv6 network/],
  ])('"%s" is wrong', (text, message) => {
    expect(() => parseAllowedNetworks(text)).toThrow(message)
  })

  test('names every wrong entry at once', () => {
    expect(() => parseAllowedNetworks('10.0.0.0/8,foo,source=bar,::1')).toThrow(/"foo".*"source=bar"/)
  })
})
