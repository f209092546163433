import { describe, expect, test } from 'vitest'
import { createAddressGuard, type Resolve } from '../../../src/engine/net/address-guard.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { NetworkFailure, type Purpose } from '../../../src/engine/net/network.ts'
import type { AddressRefusal } from '../../../src/engine/net/refusal.ts'
import { answers } from './loopback.ts'

const guardOf = (resolve: Resolve, open = '') =>
  createAddressGuard({ allowedNetworks: parseAllowedNetworks(open), resolve, interfaces: () => ({}) })
const missing: Resolve = async () => {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
}

async function failure(purpose: Purpose, host: string, resolve: Resolve, open?: string): Promise<NetworkFailure> {
  const outcome = await guardOf(resolve, open)
    .addressesOf({ purpose, host, port: 443 })
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(NetworkFailure)
  return outcome as NetworkFailure
}

describe('addresses of a destination', () => {
  test('are all that the resolver gives, asked once', async () => {
    const resolve = answers(['8.8.8.8', '2606:4700::1111'], ['10.0.0.1'])
    await expect(
      guardOf(resolve).addressesOf({ purpose: 'source', host: 'registry.example', port: 443 }),
    ).resolves.toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(resolve.asked).toEqual(['registry.example'])
  })

  test.each([
    ['the only one is private', ['10.0.0.5']],
    ['the first is private', ['10.0.0.5', '8.8.8.8']],
    ['the last is private', ['8.8.8.8', '2606:4700::1111', '10.0.0.5']],
    ['one is private in IPv6 spelling', ['8.8.8.8', '::ffff:10.0.0.5']],
    ['one is no address', ['8.8.8.8', 'elsewhere.example']],
  ])('are refused if %s', async (_case, list) => {
    expect((await failure('upstream', 'registry.example', answers(list))).code).toBe('address-not-allowed')
  })

  test('of an IP address need no resolver', async () => {
    const resolve = answers(['8.8.8.8'])
    await expect(guardOf(resolve).addressesOf({ purpose: 'source', host: '8.8.4.4', port: 80 })).resolves.toEqual([
      { address: '8.8.4.4', family: 4 },
    ])
    expect((await failure('source', '169.254.169.254', resolve)).code).toBe('address-not-allowed')
    expect(resolve.asked).toEqual([])
  })

  test('errors of the resolver that may pass are left as they are', async () => {
    const busy = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })
    await expect(
      guardOf(async () => {
        throw busy
      }).addressesOf({ purpose: 'source', host: 'registry.example', port: 443 }),
    ).rejects.toBe(busy)
  })
})

const localhostWith = (open: string) =>
  guardOf(missing, open).addressesOf({ purpose: 'upstream', host: 'localhost', port: 4873 })

describe('localhost', () => {
  test.each(['localhost', 'LOCALHOST', 'localhost.', 'registry.localhost'])(
    '%s is loopback whatever a name server says',
    async (host) => {
      const resolve = answers(['8.8.8.8'])
      expect((await failure('source', host, resolve)).code).toBe('address-not-allowed')
      expect(resolve.asked).toEqual([])
    },
  )

  test('is the family that is open', async () => {
    await expect(localhostWith('127.0.0.1:4873')).resolves.toEqual([{ address: '127.0.0.1', family: 4 }])
    await expect(localhostWith('[::1]:4873')).resolves.toEqual([{ address: '::1', family: 6 }])
    await expect(localhostWith('127.0.0.1,::1')).resolves.toHaveLength(2)
    await expect(localhostWith('127.0.0.1:80')).rejects.toThrow('upstream=127.0.0.1/32 to ASSAY_ALLOW_NETWORKS')
  })
})

/** Metadata services of cloud machines, and other link-local addresses. */
const credentials = [
  '169.254.169.254',
  '169.254.0.1',
  'fe80::1',
  'fe80::1%eth0',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
]

describe('the message for the operator', () => {
  test('names the setting that opens it; what a name resolves to is for the log only', async () => {
    const refused = await failure('upstream', 'registry.example', answers(['10.0.0.5']))
    expect(refused.message).toBe(
      'registry.example:443 resolves to an address that is not a public address; to allow it, the operator adds ' +
        'upstream=ADDRESS to ASSAY_ALLOW_NETWORKS',
    )
    expect(refused.cause).toMatchObject({
      message:
        'registry.example:443 resolves to 10.0.0.5, which is not a public address; to allow it, the operator ' +
        'adds upstream=10.0.0.5/32 to ASSAY_ALLOW_NETWORKS',
    })
    expect((await failure('upstream', 'fd00::1', missing)).message).toBe(
      '[fd00::1]:443 is not a public address; to allow it, the operator adds upstream=fd00::1/128 to ' +
        'ASSAY_ALLOW_NETWORKS',
    )
  })

  test.each(credentials)('offers no setting for %s, which opens all the same when it is set', async (address) => {
    const refused = await failure('upstream', 'registry.example', answers([address]))
    expect([refused.message, String(refused.cause)].filter((text) => text.includes('ASSAY_ALLOW_NETWORKS'))).toEqual([])
    expect((await failure('upstream', address, missing)).message).not.toContain('ASSAY_ALLOW_NETWORKS')
    const [plain] = address.split('%')
    await expect(
      guardOf(answers([plain ?? '']), plain).addressesOf({ purpose: 'upstream', host: 'registry.example', port: 443 }),
    ).resolves.toHaveLength(1)
  })

  test('names a setting that works', async () => {
    const { cause } = await failure('upstream', 'registry.example', answers(['fd00::5']))
    const setting = /adds (\S+) to ASSAY_ALLOW_NETWORKS$/.exec(String(cause))?.[1] ?? ''
    await expect(
      guardOf(answers(['fd00::5']), setting).addressesOf({ purpose: 'upstream', host: 'registry.example', port: 443 }),
    ).resolves.toHaveLength(1)
  })

  test('tells a name without address', async () => {
    const failed = await failure('upstream', 'regstry.example', missing)
    expect(failed.code).toBe('name-not-found')
    expect(failed.message).toBe('regstry.example:443: the host name does not resolve; check its spelling')
    expect((await failure('upstream', 'empty.example', answers([]))).code).toBe('name-not-found')
  })
})

describe.each(['source', 'webhook'] as const)('the message for strangers who submit a %s', (purpose) => {
  test('is the same for a private address, this machine, a missing name and an empty answer', async () => {
    const own = createAddressGuard({
      allowedNetworks: [],
      resolve: answers(['8.8.4.4']),
      interfaces: () => ({
        eth0: [{ address: '8.8.4.4', netmask: '', family: 'IPv4', mac: '', internal: false, cidr: null }],
      }),
    })
    const failures = [
      await failure(purpose, 'inside.example', answers(['10.0.0.5'])),
      await failure(purpose, 'inside.example', answers(['::ffff:10.0.0.5'])),
      await failure(purpose, 'inside.example', answers(['169.254.169.254', '8.8.8.8'])),
      await failure(purpose, 'inside.example', missing),
      await failure(purpose, 'inside.example', answers([])),
      await failure(purpose, 'inside.example', answers(['10.0.0.5']), `${purpose}=10.0.0.5:80`),
      (await own
        .addressesOf({ purpose, host: 'inside.example', port: 443 })
        .catch((error: NetworkFailure) => error)) as NetworkFailure,
    ]
    expect(new Set(failures.map(({ message }) => message)).size).toBe(1)
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['address-not-allowed']))
    expect(failures[0]?.message).toBe(
      'inside.example:443 cannot be fetched: the host has no public address. Check the name. To allow a private ' +
        `address, the operator adds ${purpose}=ADDRESS:443 to ASSAY_ALLOW_NETWORKS`,
    )
  })

  test('names the setting for an address that the user wrote, except where credentials are', async () => {
    const messageFor = async (host: string) => (await failure(purpose, host, missing)).message
    expect(await messageFor('127.0.0.1')).toBe(
      '127.0.0.1:443 cannot be fetched: the host has no public address. To allow this address, the operator adds ' +
        `${purpose}=127.0.0.1:443 to ASSAY_ALLOW_NETWORKS`,
    )
    expect(await messageFor('fd00::1')).toContain(`${purpose}=[fd00::1]:443 to ASSAY_ALLOW_NETWORKS`)
    expect(await messageFor('localhost')).toContain(`${purpose}=127.0.0.1:443 to ASSAY_ALLOW_NETWORKS`)
    for (const address of credentials) expect(await messageFor(address)).not.toContain('ASSAY_ALLOW_NETWORKS')
  })

  test('tells the operator of the setting that opens it, where one does', async () => {
    for (const list of [['10.0.0.5'], ['fd00::5']]) {
      const { cause } = await failure(purpose, 'inside.example', answers(list))
      const { entry = '' } = cause as AddressRefusal
      await expect(
        guardOf(answers(list), entry).addressesOf({ purpose, host: 'inside.example', port: 443 }),
      ).resolves.toMatchObject([{ address: list[0] }])
      expect(
        (await failure(purpose === 'source' ? 'webhook' : 'source', 'inside.example', answers(list), entry)).code,
      ).toBe('address-not-allowed')
    }
    for (const list of [[], ['::ffff:10.0.0.5'], ...credentials.map((address) => [address])])
      expect((await failure(purpose, 'inside.example', answers(list))).cause).toMatchObject({ entry: undefined })
  })

  test('keeps what happened in the cause, for the log', async () => {
    expect((await failure(purpose, 'inside.example', answers(['10.0.0.5']))).cause).toMatchObject({
      message: 'inside.example:443 resolves to 10.0.0.5, which is not a public address',
    })
  })
})
