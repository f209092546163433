import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import type { ResultCache } from '../../../../src/engine/scanner/result-cache.ts'
import { createSourceScanner, type ScannedSource } from '../../../../src/engine/scanner/source-scanner.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { examplePackages } from '../../../support/example-packages.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { testIsolation } from '../../../support/test-isolation.ts'
import { noAdvisories, npm, remoteScanners, scanned, scanOptions } from '../support/remote-scanner.ts'

withRealSockets()
const registry = await startNpmStandIn({
  ...examplePackages,
  'attacks@1.0.0': {},
  'reads-input@1.0.0': {
    files: { 'index.js': "const { exec } = require('child_process')\nexec(process.argv[2])\n" },
  },
})
const scanners = remoteScanners(registry.url)
const remoteScanner = scanners.open
afterAll(async () => {
  await scanners[Symbol.asyncDispose]()
  await registry.close()
})

/**
 * Replaces values that differ between two scans. Children of a scan process of root have no network namespace, because
 * that process must not write to /proc.
 */
const lasting = (scan: ScannedSource): unknown =>
  JSON.parse(
    JSON.stringify(scan, (key, value: unknown) =>
      key === 'durationMs' || key === 'resolvedAt'
        ? 0
        : Array.isArray(value)
          ? value.filter((one) => one !== 'separate network namespace')
          : value,
    ),
  )

describe('a scan in the scan process', () => {
  it('has the result of a scan in this process', async () => {
    const here = createSourceScanner({ ...noAdvisories, isolation: testIsolation(), sources: scanners.sources })
    const there = remoteScanner()
    for (const name of ['server', 'reads-input']) {
      const [one, other] = [await scanned(here, npm(name)), await scanned(there, npm(name))]
      expect(lasting(other)).toEqual(lasting(one))
      expect(one.components.length).toBeGreaterThan(0)
    }
  }, 120_000)

  it('reports its stages, and reuses results of files within its account', async () => {
    const kept = new Map<string, unknown>()
    const keys: string[] = []
    const fileResults: ResultCache = {
      keyOf: (namespace, { pathClass, contentDigest }) => {
        keys.push(namespace)
        return Buffer.from(`${namespace} ${pathClass} ${contentDigest}`)
      },
      find: async (wanted) =>
        new Map(
          wanted.map((key) => key.toString('hex')).flatMap((key) => (kept.has(key) ? [[key, kept.get(key)]] : [])),
        ),
      keep: async (results) => {
        for (const { key, result } of results) kept.set(key.toString('hex'), result)
      },
      findUnits: async () => new Map(),
      keepUnits: async () => {},
      forget: async () => {},
    }
    const scanner = remoteScanner({ stores: { ...noAdvisories, fileResults } })
    const stages = new Set<string>()
    const first = await scanned(scanner, npm('reads-input'), { report: (stage) => void stages.add(stage) })
    const second = await scanned(scanner, npm('reads-input'))
    expect([...stages]).toEqual(['source', 'components', 'code', 'advisories', 'detectors'])
    expect([first.coverage.code?.known, second.coverage.code?.known]).toEqual([0, 1])
    expect(second.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      first.findings.map(({ fingerprint }) => fingerprint),
    )
    expect(new Set(keys)).toEqual(new Set(['source:https://www.npmjs.com/package/reads-input']))
  }, 120_000)

  it('works on a machine that cannot confine it', async () => {
    const scan = await scanned(remoteScanner({ isConfined: false }), npm('server'))
    expect(scan.source.revision).toBe('1.0.0')
  }, 120_000)

  it('fails with the code and the reason of the engine', async () => {
    const scanner = remoteScanner()
    await expect(scanned(scanner, npm('no-such-package'))).rejects.toMatchObject({
      name: 'ScanFailure',
      code: 'SOURCE_NOT_FOUND',
    })
  }, 120_000)

  it.each([
    { maxScans: 1, processes: 4 },
    { maxScans: 2, processes: 2 },
  ])('shares its process with so many: $maxScans', async ({ maxScans, processes }) => {
    const pids = new Set<number | undefined>()
    const scanner = remoteScanner({
      maxScans,
      watchStalls: (pid) => {
        pids.add(pid)
        return { beat: () => {}, [Symbol.dispose]: () => {} }
      },
    })
    for (const target of [npm('reads-input'), npm('reads-input')]) await scanned(scanner, target)
    // Each scan process has a fetcher.
    expect(pids.size).toBe(processes)
  })

  it('has a lower priority than the service', async () => {
    const priorities: number[] = []
    const scanner = remoteScanner({
      watchStalls: (pid) => {
        priorities.push(getPriority(pid))
        return { beat: () => {}, [Symbol.dispose]: () => {} }
      },
    })
    await scanned(scanner, npm('reads-input'))
    expect(priorities.toSorted()).toEqual([getPriority(), getPriority() + 5])
  }, 60_000)

  it('continues when a scan that started later has ended', async () => {
    const scanner = remoteScanner()
    using session = scanner.open(npm('reads-input'), scanOptions())
    await session.resolve()
    await expect(scanned(scanner, npm('no-such-package'))).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    expect((await session.scan({})).source.revision).toBe('1.0.0')
  }, 120_000)

  it('ends when it is canceled, while another one continues', async () => {
    const scanner = remoteScanner()
    const stop = new AbortController()
    const canceled = scanned(scanner, npm('server'), { signal: stop.signal })
    const other = scanned(scanner, npm('reads-input'))
    stop.abort(new Error('enough'))
    await expect(canceled).rejects.toThrow('enough')
    expect((await other).source.revision).toBe('1.0.0')
  }, 120_000)
})

describe.runIf(canFilterSystemCalls())('a compromised scan process', () => {
  it('reaches neither secrets nor other processes nor files outside its folder', async () => {
    const scanner = remoteScanner({ module: 'compromised-scan-process.ts' })
    const failure = await scanned(scanner, npm('attacks')).then(
      () => undefined,
      (error: unknown) => error,
    )
    const { environment, ...outcomes } = JSON.parse(failure instanceof Error ? failure.message : '{}') as {
      readonly environment: readonly string[]
    } & Record<string, unknown>
    const refused = 'EACCES'
    expect(outcomes).toEqual({
      'write to its folder': 'done',
      'read its program': 'done',
      'read the secret': refused,
      'list the data folder': refused,
      'read the secret through a link': refused,
      'write to the data folder': refused,
      'move a file to the data folder': expect.stringMatching(/^(?:EACCES|EXDEV)$/),
      'write its program': refused,
      'list the home folder': refused,
      'read the environment of the worker': refused,
      'open the memory of the worker': refused,
      'list the descriptors of the worker': refused,
      'trace the worker': 1,
      'read the memory of the worker': 1,
      'limit the worker': 1,
      'take off its mark': 1,
      'take off its mark by the older call': 1,
      'slow down the worker': 1,
      'make the secret readable for others': 'EPERM',
      'lock the data folder': 'EPERM',
      'open a socket to programs of this machine': 1,
      'open a socket to the system log': 1,
      'open a socket to the network': 1,
      'open a socket to the network, version 6': 1,
      'open a socket for names': 1,
      'list the network interfaces': 1,
      'connect the socket of the fetcher elsewhere': 1,
      'fetch from an internal address': 'address-not-allowed',
      'fetch from the cloud of this machine': 'address-not-allowed',
      'fetch from a foreign host as from a registry': 'address-not-allowed',
      'post to a foreign host': 'url-not-allowed',
      'signal the worker': 'EPERM',
      capabilities: '0000000000000000',
      'execute a program of its own': refused,
      'execute a program of the system': 'done',
    })
    expect(environment.filter((name) => /assay|secret|database|token|github/i.test(name))).toEqual([])
  }, 120_000)
})

describe.runIf(canFilterSystemCalls())('a compromised fetcher', () => {
  const hostileFetcher = (attempt: string) =>
    remoteScanner({ fetcher: 'compromised-fetcher.ts', environment: { TZ: attempt } })

  it('reaches neither files nor programs nor sockets of this machine', async () => {
    const failure: unknown = await scanned(hostileFetcher('all'), npm('server')).catch((error: unknown) => error)
    const words = /\{.*\}/.exec(failure instanceof Error ? failure.message : '')?.[0] ?? '{}'
    const refused = 'EACCES'
    expect(JSON.parse(words)).toEqual({
      'read its program': 'done',
      'open a socket to the network': 'done',
      'read the secret': refused,
      'list the data folder': refused,
      'write to the folder of scans': refused,
      'write a temporary file': refused,
      'read the settings of users': refused,
      'read the environment of the worker': refused,
      'list processes': refused,
      'open a socket to programs of this machine': 1,
      'open a pair of sockets': 1,
      'accept connections': 1,
      'trace the worker': 1,
      'signal the worker': 'EPERM',
      'make the secret readable for others': 'EPERM',
      environment: ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'PWD', 'TZ'],
    })
  }, 60_000)

  it.each(['execute', 'fork'])(
    'is ended by the kernel: %s',
    async (attempt) => {
      await expect(scanned(hostileFetcher(attempt), npm('server'))).rejects.toThrow('its fetcher ended: SIGSYS')
    },
    60_000,
  )
})

function statusOf(pid: string | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}

describe('a scan process that lies', () => {
  const lying = () =>
    remoteScanner({
      module: 'lying-scan-process.ts',
      stores: { ...noAdvisories, serverNames: () => new Promise(() => {}) },
    })

  it.each([
    ['no-message', /invalid message/],
    ['unknown-form', /invalid message/],
    ['many-invalid-values', /invalid message/],
    ['many-values', /invalid message/],
    ['many-parts', /the parts of a result are too large/],
    ['many-calls', /too many calls have no answer/],
    ['closes-early', /closed a scan that the worker had not ended/],
    ['leaves-a-child', /it ended: exit code 3/],
    ['ends', /the scan process ended during the scan: it ended: exit code 3/],
  ])(
    'is ended, or has ended: %s',
    async (name, reason) => {
      const scanner = lying()
      await expect(scanned(scanner, npm(name))).rejects.toThrow(reason)
      // The next scan gets another process.
      await expect(scanned(scanner, npm('own-account'))).rejects.toThrow('[]')
    },
    60_000,
  )

  it.each(['group', 'session'])(
    'leaves no program in its %s',
    async (kind) => {
      const failure: unknown = await scanned(lying(), npm(`leaves-a-child-in-its-${kind}`)).catch(
        (error: unknown) => error,
      )
      const pid = /exit code 3, left (\d+)/.exec(String(failure))?.[1]
      expect(pid).toBeDefined()
      // It may be a zombie until the system has collected it.
      const state = () => /^State:\s+(\w)/m.exec(statusOf(pid))?.[1] ?? 'Z'
      await vi.waitFor(() => expect(state()).toBe('Z'))
    },
    60_000,
  )

  it('cannot keep a turn to read packages forever', async () => {
    const scanner = remoteScanner({ module: 'lying-scan-process.ts', maxReadMs: 200 })
    await expect(scanned(scanner, npm('never-reads'))).rejects.toThrow('the process that reads packages ended')
  }, 60_000)

  it('cannot claim to have scanned another source', async () => {
    const scanner = lying()
    await expect(scanned(scanner, npm('other-source'))).rejects.toThrow('belongs to another source')
    await expect(scanned(scanner, { type: 'git', repository: 'https://git.example/moved' })).rejects.toThrow(
      'belongs to another source',
    )
    await expect(scanned(scanner, npm('other-scan'))).rejects.toThrow('not the resolved revision')
  }, 60_000)

  it('gets neither results of another account or source nor a credential for another repository', async () => {
    const scanner = lying()
    const credentialFor = vi.fn(async () => ({ username: 'reader', password: 'secret' }))
    await expect(scanned(scanner, npm('other-account'))).rejects.toThrow('the worker could not answer')
    await expect(scanned(scanner, npm('other-results'))).rejects.toThrow('the worker could not answer')
    await expect(
      scanned(scanner, { type: 'git', repository: 'https://git.example/shop' }, { credentialFor }),
    ).rejects.toThrow('the worker could not answer')
    expect(credentialFor).not.toHaveBeenCalled()
  }, 60_000)

  it('gets only the answer that the fetcher has the credential of its own repository', async () => {
    const credentialFor = vi.fn(async () => ({ username: 'reader', password: 'secret' }))
    const pids = new Set<number | undefined>()
    const scanner = remoteScanner({
      module: 'lying-scan-process.ts',
      watchStalls: (pid) => {
        pids.add(pid)
        return { beat: () => {}, [Symbol.dispose]: () => {} }
      },
    })
    await expect(
      scanned(scanner, { type: 'git', repository: 'https://git.example/own' }, { credentialFor }),
    ).rejects.toThrow(/^true$/)
    // The process that also scans sources of others asked first, and was refused.
    expect(credentialFor).toHaveBeenCalledTimes(2)
    expect(pids.size).toBe(4)
  }, 60_000)

  it('gets no credential after the source was resolved as a public one', async () => {
    const credentialFor = vi.fn(async () => ({ username: 'reader', password: 'secret' }))
    await expect(
      scanned(lying(), { type: 'git', repository: 'https://git.example/late' }, { credentialFor }),
    ).rejects.toThrow('the source is private, so it is scanned in a process of its account')
    expect(credentialFor).toHaveBeenCalledOnce()
  }, 60_000)

  it('writes no results that private scans of the account use', async () => {
    const namespaces: string[] = []
    const fileResults = {
      keyOf: (namespace: string) => {
        namespaces.push(namespace)
        return Buffer.of(1)
      },
      find: async () => new Map(),
      findUnits: async () => new Map(),
      forget: async () => {},
      keep: async () => {},
      keepUnits: async () => {},
    }
    const scanner = remoteScanner({ module: 'lying-scan-process.ts', stores: { ...noAdvisories, fileResults } })
    await expect(scanned(scanner, npm('writes-account-results'))).rejects.toThrow('null')
    expect(namespaces).toEqual(['internal:anna'])
  }, 60_000)

  it('cannot write results about published packages, which all scans share', async () => {
    const keep = vi.fn(async () => {})
    const keepUnits = vi.fn(async () => {})
    const fileResults = {
      keyOf: () => Buffer.of(1),
      find: async () => new Map(),
      findUnits: async () => new Map(),
      forget: async () => {},
      keep,
      keepUnits,
    }
    const scanner = remoteScanner({ module: 'lying-scan-process.ts', stores: { ...noAdvisories, fileResults } })
    for (const name of ['writes-shared-results', 'writes-shared-units'])
      await expect(scanned(scanner, npm(name))).rejects.toThrow('the worker could not answer')
    expect([keep, keepUnits].map((one) => one.mock.calls.length)).toEqual([0, 0])
  }, 60_000)

  it('cannot write control characters into a report', async () => {
    await expect(scanned(lying(), npm('forged-text'))).rejects.toThrow('a [31mb')
  }, 60_000)
})
