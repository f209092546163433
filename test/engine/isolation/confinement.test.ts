import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { childEnvironment, probeConfinement } from '../../../src/engine/isolation/confinement.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import { analysisChildLimits } from '../../../src/engine/isolation/analysis-child-limits.ts'
import { IsolationInForce } from '../../../src/engine/model/isolation-in-force.ts'
import { serve, withRealSockets } from '../net/loopback.ts'
import { hostilePool, outcomesOf } from './support/hostile-pool.ts'
import { filesThatSay } from './support/told-files.ts'

withRealSockets()

const canCutOff = spawnSync('unshare', ['-rn', 'true']).status === 0
const isLinux = existsSync('/proc/self/limits')
const pool = hostilePool()
const unfiltered = { filtersSystemCalls: false }

describe('the network', () => {
  it.runIf(canCutOff)(
    'cannot be reached by a child where the system has network namespaces, and the bounds say so',
    async () => {
      await using listener = await serve((_request, response) => response.end())
      const cutOff = hostilePool({ confinement: probeConfinement(isolationLimits, unfiltered) })
      expect(await outcomesOf(cutOff, [`connect ${listener.port}`])).toEqual([
        expect.stringMatching(/^Error: connect ENETUNREACH/),
      ])
      expect(listener.connections()).toBe(0)
      expect(cutOff.inForce).toMatchObject({
        kind: 'child-process-without-network',
        bounds: expect.arrayContaining(['no network', 'separate network namespace']),
      })
    },
  )

  it('can be reached where it has none, and the bounds say so', async () => {
    await using listener = await serve((_request, response) => response.end())
    const open = hostilePool({
      confinement: probeConfinement(isolationLimits, { ...unfiltered, withoutNetwork: ['no-such-program'] }),
    })
    expect(await outcomesOf(open, [`connect ${listener.port}`])).toEqual(['connected'])
    expect(listener.connections()).toBe(1)
    expect(open.inForce.kind).toBe('child-process')
    expect(open.inForce.bounds).toContain('network access, because this machine does not support isolation')
    expect(open.inForce.bounds).not.toContain('no network')
  })
})

describe('files and programs of the machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-isolation-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['a file of the system', 'read /etc/passwd', '--allow-fs-read'],
    ['its own environment, as the system shows it', 'read /proc/self/environ', '--allow-fs-read'],
    ['the environment of the service', `read /proc/${process.pid}/environ`, '--allow-fs-read'],
    ['a test of ours, as one of many files beside the program', `read ${import.meta.filename}`, '--allow-fs-read'],
    ['a file by way of a folder that may be read', `read ${process.cwd()}/src/../LICENSE`, '--allow-fs-read'],
    ['a new file', `write ${folder}/here`, '--allow-fs-write'],
    ['another program', 'spawn /bin/true', '--allow-child-process'],
  ])('%s: no', async (_what, deed, permission) => {
    expect(await outcomesOf(pool, [deed])).toEqual([
      `Error: Access to this API has been restricted. Use ${permission} to manage permissions.`,
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it('code made of text: no', async () => {
    expect(await outcomesOf(pool, ['evaluate return 1'])).toEqual([
      expect.stringMatching(/^EvalError: Code generation from strings disallowed/),
    ])
  })

  it('further native code where the system has no filter: no', async () => {
    const open = hostilePool({ confinement: probeConfinement(isolationLimits, unfiltered) })
    const refused = 'Error: native code is only loaded before the first file'
    expect(await outcomesOf(open, ['call-native', `load-native ${import.meta.filename}`])).toEqual([refused, refused])
  })

  it('what the service has in its environment does not reach a child', async () => {
    const secret = randomBytes(32).toString('hex')
    process.env.ASSAY_SECRET = secret
    const [environment] = await outcomesOf(hostilePool(), ['environment'])
    delete process.env.ASSAY_SECRET
    expect(environment).toMatchObject(childEnvironment)
    expect(JSON.stringify(environment)).not.toContain(secret)
    // The last four are variables of the shell.
    const known = new Set([...Object.keys(childEnvironment), 'PWD', 'OLDPWD', 'SHLVL', '_'])
    expect(Object.keys(environment ?? {}).filter((name) => !known.has(name))).toEqual([])
  })
})

describe.runIf(isLinux)('a child at work', () => {
  it('has the bounds that are told, and nothing open but its own', async () => {
    await using work = pool.open(AbortSignal.timeout(30_000))
    let bounds = ''
    let opened: string[] = []
    let score = ''
    for await (const outcome of work.run('do-as-told', filesThatSay(['identity', 'wait']))) {
      const child = `/proc/${'result' in outcome ? String(outcome.result) : outcome.failure}`
      bounds = readFileSync(`${child}/limits`, 'utf8')
      score = readFileSync(`${child}/oom_score_adj`, 'utf8')
      opened = readdirSync(`${child}/fd`)
        .filter((fd) => Number(fd) < 4)
        .map((fd) => `${fd} ${readlinkSync(`${child}/fd/${fd}`).replace(/\d+/, '')}`)
      break
    }
    const soft = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(bounds)?.[1]
    expect({
      core: soft('Max core file size'),
      file: soft('Max file size'),
      descriptors: soft('Max open files'),
      seconds: soft('Max cpu time'),
    }).toEqual({ core: '0', file: '0', descriptors: '64', seconds: '900' })
    expect({ reserved: soft('Max data size'), stack: soft('Max stack size') }).toEqual({
      reserved: String(10 * 1024 ** 3),
      stack: String(256 * 1024 ** 2),
    })
    expect(score.trim()).toBe('1000')
    expect(opened).toEqual(['0 /dev/null', '1 /dev/null', '2 socket:[]', '3 socket:[]'])
    expect(pool.inForce.bounds).toEqual(
      expect.arrayContaining([
        '10 s per file',
        '512 MiB of memory',
        '10240 MiB of reserved memory',
        '256 MiB of stack',
        '900 s of CPU time',
        '64 open files',
        'no file output, no core dumps',
      ]),
    )
    expect(IsolationInForce.parse(pool.inForce)).toEqual(pool.inForce)
  })

  it('has other bounds for the taint analysis, and reports them', async () => {
    const {
      maxMemoryBytes: memoryBytes,
      maxReservedBytes: reservedBytes,
      maxResultBytes: resultBytes,
      fileTimeoutMs: fileMs,
    } = analysisChildLimits
    await using work = pool.open(AbortSignal.timeout(30_000), {
      maxMemoryBytes: memoryBytes,
      maxReservedBytes: reservedBytes,
      maxResultBytes: resultBytes,
      fileTimeoutMs: fileMs,
    })
    let reserved: string | undefined
    for await (const outcome of work.run('do-as-told', filesThatSay(['identity', 'wait']))) {
      reserved = /^Max data size +(\S+)/m.exec(
        readFileSync(`/proc/${'result' in outcome ? String(outcome.result) : outcome.failure}/limits`, 'utf8'),
      )?.[1]
      break
    }
    expect(reserved).toBe(String(12 * 1024 ** 3))
    expect(pool.inForce.bounds).toEqual(
      expect.arrayContaining(
        [
          '30 s per file',
          '150 s for all files',
          '120 s for each group of connected files',
          '900 MiB of memory',
          '12288 MiB of reserved memory',
        ].map((bound) => `${bound} (taint analysis)`),
      ),
    )
  })

  it('has no such bound told that the machine does not set', () => {
    const { inForce } = probeConfinement(
      { ...isolationLimits, maxReservedBytes: 1 },
      { withoutNetwork: ['no-such-program'] },
    )
    expect(inForce.bounds.filter((bound) => bound.includes('reserved'))).toEqual([
      '12288 MiB of reserved memory (taint analysis)',
    ])
  })
})
