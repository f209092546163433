import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createIsolationPool } from '../../../src/engine/isolation/isolation-pool.ts'
import { judgeInChild } from '../../../src/engine/scanner/reachability/judge-in-child.ts'
import { listCapabilities } from '../../../src/engine/scanner/reachability/list-capabilities.ts'

const isolation = createIsolationPool({
  tasks: new URL('../inventory/support/lying-tasks.ts', import.meta.url),
  log: pino({ level: 'silent' }),
})
afterAll(() => isolation[Symbol.asyncDispose]())
const signal = AbortSignal.timeout(60_000)
const advisory = { id: 'GHSA-flawed', aliases: [], url: 'https://osv.example/GHSA-flawed' }
const version = { ecosystem: 'npm', name: 'a', version: '1.0.0' } as const
const component = { ...version, purl: 'pkg:npm/a@1.0.0', direct: true, dev: false, introducedBy: [] }

it('a compromised child that judges reachability chooses only short, plain texts', async () => {
  const judged = await judgeInChild(
    { isolation, fileResults: undefined, namespace: 'public', signal },
    {
      project: { project: { files: [], unread: [], native: [], ownNames: [], commands: [] }, codes: [] },
      read: { summaries: new Map(), notRead: new Map() },
      installed: [],
      forDevelopment: [],
      unresolved: [],
      derived: { functions: new Map(), failures: new Map() },
    },
    [{ version, component, advisory }],
  )
  if ('failure' in judged) throw new Error(judged.failure)
  const [{ functions = [], detail = '' } = {}] = judged.results
  const texts = [...functions, detail, ...judged.neededForDevelopment]
  expect(texts.map((text) => text.length)).toEqual([2_001, 2_001, 2_001])
  expect(texts.filter((text) => /[\p{Cc}\p{Cf}]/u.test(text))).toEqual([])
}, 60_000)

it('a compromised child that lists capabilities names unread files with plain texts', async () => {
  const code = await listCapabilities(
    { isolation, signal },
    { summaries: new Map([['npm a@1.0.0', Buffer.from('x')]]) },
  )
  expect(code.get('npm a@1.0.0')?.notRead).toMatch(/^1 of its source files was not read, such as \uFFFDgood\uFFFD/)
}, 60_000)
