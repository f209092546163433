import { describe, expect, it } from 'vitest'
import type { IsolationPool } from '../../../../src/engine/isolation/isolation.ts'
import { openScanChildFirst } from '../../../../src/engine/isolation/scan-child-first.ts'
import { boundsWith, collected, hostilePool, outcomesOf } from '../support/hostile-pool.ts'
import { filesThatSay } from '../support/told-files.ts'

const counted = { characters: 3 }

describe('a file that harms its child', () => {
  const pool = hostilePool({ limits: boundsWith({ fileTimeoutMs: 4_000 }) })

  it.each([
    ['loops for ever', 'loop', 'took longer than 4 s'],
    ['waits for ever', 'wait', 'took longer than 4 s'],
    ['eats memory outside of the JavaScript heap', 'eat-buffers', 'needed more than 512 MiB of memory'],
    ['aborts', 'abort', 'its parser crashed (SIGABRT)'],
    ['ends its process', 'exit', expect.stringMatching(/^its parser crashed \((?:exit code 0|SIGABRT)\)$/)],
    ['crashes', 'end-itself', 'its parser crashed (SIGSEGV)'],
    ['answers with what is no frame', 'say-rubbish', 'the result of its parser was larger than 4 MiB'],
    ['answers with what is no message', 'say-other', 'its parser returned an invalid result'],
    ['never ends to answer', 'say-without-end', 'its parser returned an invalid result'],
    ['asks for a file where none is to be had', 'ask-without-reading', 'its parser returned an invalid result'],
    ['writes errors without end', 'write-errors', 'its parser returned an invalid result'],
  ])('%s: is named, and those before and after it have their results', async (_what, deed, reason) => {
    expect(await outcomesOf(pool, ['count one', deed, 'count two'])).toEqual([counted, reason, counted])
  })

  it('eats the JavaScript heap: is named for its memory', async () => {
    const patient = hostilePool({ limits: boundsWith({ fileTimeoutMs: 60_000, maxMemoryBytes: 256 * 1024 * 1024 }) })
    expect(await outcomesOf(patient, ['count one', 'eat-objects', 'count two'])).toEqual([
      counted,
      'needed more than 256 MiB of memory',
      counted,
    ])
  })
})

describe('a file that fails in a child that goes on', () => {
  const pool = hostilePool()

  it.each([
    ['recurses without end', 'recurse', 'its parser ran out of stack'],
    ['has too large a result', `large ${5 * 1024 * 1024}`, 'the result of its parser was larger than 4 MiB'],
    [
      'has a result larger than any string',
      'large 1000000000',
      'its parser needed a text that is longer than JavaScript allows',
    ],
    ['throws', 'throw no good', 'its parser failed (RangeError)'],
    ['throws what is no error', 'throw-nothing', 'its parser failed without a reason'],
  ])('%s', async (_what, deed, reason) => {
    expect(await outcomesOf(pool, ['count one', deed, 'count two'])).toEqual([counted, reason, counted])
  })

  it('could not be read', async () => {
    await using work = pool.open(AbortSignal.timeout(30_000))
    const gone = {
      path: 'gone',
      read: () => {
        throw new Error('no such file')
      },
    }
    expect(await collected(work, [gone, ...filesThatSay(['count one'])])).toEqual([
      { path: 'gone', failure: 'could not be read', cause: 'service' },
      { path: 'file-0', result: counted },
    ])
  })
})

describe('files beside a file', () => {
  const beside = (name: string): Buffer | undefined => {
    if (name === 'broken') throw new Error('no such file')
    return name === 'none' ? undefined : Buffer.alloc(name === 'large' ? 3_000_000 : name.length, 1)
  }
  const outcomes = async (task: string, words: readonly string[]) => {
    await using work = hostilePool().open(AbortSignal.timeout(60_000))
    const found = new Map<string, unknown>()
    for await (const outcome of work.run(
      task,
      filesThatSay(words).map((file) => ({ ...file, beside })),
    ))
      found.set(outcome.path, 'result' in outcome ? outcome.result : outcome.failure)
    return words.map((_, index) => found.get(`file-${index}`))
  }

  it('are had in the order in which they are asked for, whatever questions wait', async () => {
    const words = Array.from({ length: 40 }, (_, index) => `a bb large none broken ${'c'.repeat(index + 1)}`)
    expect(await outcomes('ask-for', words)).toEqual(
      words.map((_, index) => [1, 2, 3_000_000, 'nothing', 'nothing', index + 1]),
    )
  })

  it('are asked about without being sent: their bytes count for nothing', async () => {
    const words = [
      'a large none broken',
      ...Array.from({ length: 2 }, () => Array.from({ length: 100 }, () => 'large').join(' ')),
    ]
    expect(await outcomes('ask-about', words)).toEqual([
      [true, true, false, false],
      ...Array.from({ length: 2 }, () => Array.from({ length: 100 }, () => true)),
    ])
  })

  it('are not read where the project says without that whether they exist', async () => {
    await using work = hostilePool().open(AbortSignal.timeout(60_000))
    const file = {
      path: 'file-0',
      read: () => Buffer.from('a b'),
      beside: () => {
        throw new Error('it was read')
      },
      isBeside: (name: string) => name === 'b',
    }
    const found: unknown[] = []
    for await (const outcome of work.run('ask-about', [file])) found.push(outcome)
    expect(found).toEqual([{ path: 'file-0', result: [false, true] }])
  })

  it('are had up to a size: a child that asks without reading is ended', async () => {
    expect(await outcomes('do-as-told', ['ask-without-reading'])).toEqual(['its parser requested too many files'])
  })
})

describe('the children of one scan', () => {
  it('go on from one stage to the next, and end with the scan', async () => {
    const pool = hostilePool({ children: 1 })
    const identities: unknown[] = []
    for (let scan = 0; scan < 2; scan += 1) {
      await using children = pool.forScan()
      for (let stage = 0; stage < 3; stage += 1) {
        await using work = children.open(AbortSignal.timeout(60_000))
        for (const outcome of await collected(work, filesThatSay(['identity'])))
          identities.push('result' in outcome ? outcome.result : outcome)
      }
    }
    expect(new Set(identities).size).toBe(2)
    expect(new Set(identities.slice(0, 3)).size).toBe(1)
  })
})

describe('work that the child of the scan does first', () => {
  const own = { fileTimeoutMs: 10_000, maxResultBytes: 8 * 1024 * 1024 }

  /** Asks the child of a scan for its identity, runs the files, and asks it again. */
  async function outcomesBetween(words: readonly string[]) {
    const pool = hostilePool({ children: 1 })
    await using scan = pool.forScan()
    const signal = AbortSignal.timeout(60_000)
    const ofScan = async () => {
      await using work = scan.open(signal)
      return await collected(work, filesThatSay(['identity']))
    }
    const before = await ofScan()
    await using work = openScanChildFirst(scan, signal, { own })
    const outcomes = await collected(work, filesThatSay(words))
    return { before, outcomes, after: await ofScan() }
  }

  it('starts no other child for files that succeed', async () => {
    const { before, outcomes, after } = await outcomesBetween(['identity'])
    expect([outcomes, after]).toEqual([before, before])
  })

  it('gives a file that fails there a child with limits of its own', async () => {
    const { outcomes } = await outcomesBetween(['count one', `large ${5 * 1024 * 1024}`, 'count two'])
    const results = new Map(outcomes.map((outcome) => [outcome.path, 'result' in outcome && outcome.result]))
    expect(results.get('file-0')).toEqual(counted)
    expect(results.get('file-1')).toHaveLength(5 * 1024 * 1024)
    expect(results.get('file-2')).toEqual(counted)
  })

  it('reports a file that fails in both once, and the scan goes on with another child', async () => {
    const { before, outcomes, after } = await outcomesBetween(['abort', 'large 9000000', 'count one'])
    expect(outcomes).toHaveLength(3)
    expect(outcomes).toContainEqual({ path: 'file-2', result: counted })
    expect(outcomes).toContainEqual(
      expect.objectContaining({ path: 'file-0', failure: 'its parser crashed (SIGABRT)' }),
    )
    expect(outcomes).toContainEqual(
      expect.objectContaining({ path: 'file-1', failure: 'the result of its parser was larger than 8 MiB' }),
    )
    expect(after).not.toEqual(before)
    expect(after).toEqual([{ path: 'file-0', result: expect.any(Number) }])
  })
})

describe('a pool that shares the children of a task', () => {
  const tasks = ['do-as-told', 'told-too']

  async function identitiesOf(pool: IsolationPool, first: readonly string[] | undefined, words: readonly string[]) {
    const identities: unknown[] = []
    for (const word of words) {
      pool.warm(first)
      await using children = pool.forScan(undefined, first)
      await using work = children.open(AbortSignal.timeout(60_000))
      for (const outcome of await collected(work, filesThatSay([word])))
        identities.push('result' in outcome ? outcome.result : outcome.failure)
    }
    return identities
  }

  it('passes a child that only serves such tasks to the next scan', async () => {
    const pool = hostilePool({ children: 1, shared: { tasks, forget: 'size' } })
    expect(new Set(await identitiesOf(pool, tasks, ['identity', 'identity', 'identity'])).size).toBe(1)
  })

  it('ends a child that serves other tasks too, and one that was not told to forget', async () => {
    const pool = hostilePool({ children: 1, shared: { tasks, forget: 'size' } })
    expect(new Set(await identitiesOf(pool, undefined, ['identity', 'identity'])).size).toBe(2)
    const forgetful = hostilePool({ children: 1, shared: { tasks, forget: 'no-such-task' } })
    expect(new Set(await identitiesOf(forgetful, tasks, ['identity', 'identity'])).size).toBe(2)
  })

  it('starts another child after a file that ended it', async () => {
    const pool = hostilePool({ children: 1, shared: { tasks, forget: 'size' } })
    expect(await identitiesOf(pool, tasks, ['count one', 'abort', 'count two'])).toEqual([
      counted,
      'its parser crashed (SIGABRT)',
      counted,
    ])
  })
})

describe('many files', () => {
  it('lose only those that end their child', async () => {
    const pool = hostilePool()
    const isKiller = (index: number) => index % 10 === 5
    const words = Array.from({ length: 200 }, (_, index) => (isKiller(index) ? 'end-itself' : `count ${index}`))
    const outcomes = await outcomesOf(pool, words)
    expect(outcomes).toEqual(
      words.map((word, index) =>
        isKiller(index) ? 'its parser crashed (SIGSEGV)' : { characters: word.length - 'count '.length },
      ),
    )
  })

  it('are left out, by name, when too many of them have ended their child', async () => {
    const pool = hostilePool({ children: 1, limits: boundsWith({ maxDeaths: 3 }) })
    const outcomes = await outcomesOf(pool, ['abort', 'count one', 'abort', 'abort', 'count two', 'abort'])
    const leftOut = 'was not read, because too many files of this project crashed their parser or took too long'
    expect(outcomes).toEqual([
      'its parser crashed (SIGABRT)',
      counted,
      'its parser crashed (SIGABRT)',
      'its parser crashed (SIGABRT)',
      leftOut,
      leftOut,
    ])
  })

  it(
    'get less time each once those that ended their child have taken too long together, and all others are ' +
      'still read',
    async () => {
      const pool = hostilePool({
        children: 1,
        limits: boundsWith({ fileTimeoutMs: 1_500, maxLostMs: 2_000, hurriedFileTimeoutMs: 1_000 }),
      })
      const outcomes = await outcomesOf(pool, ['loop', 'loop', 'count one', 'loop', 'count two'])
      expect(outcomes).toEqual([
        'took longer than 1.5 s',
        'took longer than 1.5 s',
        counted,
        'took longer than 1 s',
        counted,
      ])
    },
  )

  it('that have less time because files before them used it up are unreadable by content', { retry: 2 }, async () => {
    const pool = hostilePool({
      children: 1,
      limits: boundsWith({ fileTimeoutMs: 1_500, maxLostMs: 2_000, hurriedFileTimeoutMs: 1_000 }),
    })
    await using work = pool.open(AbortSignal.timeout(30_000))
    const outcomes = await collected(work, filesThatSay(['loop', 'loop', 'loop']))
    expect(outcomes.map((outcome) => ('failure' in outcome ? [outcome.failure, outcome.cause] : []))).toEqual([
      ['took longer than 1.5 s', undefined],
      ['took longer than 1.5 s', undefined],
      ['took longer than 1 s', undefined],
    ])
    expect(work.computedMs).toBeGreaterThan(2_000)
  })

  it('are read when their turn comes, and not before', async () => {
    const pool = hostilePool({ children: 1 })
    await using work = pool.open(AbortSignal.timeout(30_000))
    let reads = 0
    const large = Array.from({ length: 50 }, (_, index) => ({
      path: `file-${index}`,
      read: () => (reads++, Buffer.from(`count ${'x'.repeat(1_000_000)}`)),
    }))
    let most = 0
    let come = 0
    for await (const { path } of work.run('do-as-told', large)) {
      expect(path).toBe(`file-${come++}`)
      most = Math.max(most, reads - come)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect({ come, reads }).toEqual({ come: 50, reads: 50 })
    // The file in the child process, and those whose outcome was not fetched yet.
    expect(most).toBeLessThan(40)
  })

  it('go on in a fresh child after so many', async () => {
    const pool = hostilePool({ children: 1, limits: boundsWith({ maxFilesPerChild: 10, maxFilesAhead: 1 }) })
    const pids = (await outcomesOf(
      pool,
      Array.from({ length: 30 }, () => 'identity'),
    )) as number[]
    expect(pids).toHaveLength(30)
    expect(new Set(pids).size).toBe(3)
  })
})

describe('children that cannot be started', () => {
  it('are no failure of a file, but an error', async () => {
    const pool = hostilePool({
      tasks: new URL('../support/no-tasks.ts', import.meta.url),
      children: 3,
      limits: boundsWith({ furtherChildDelayMs: 1 }),
    })
    await expect(outcomesOf(pool, ['count one'])).rejects.toThrow(
      /cannot be started: its parser crashed \(exit code 1\)/,
    )
  })
})
