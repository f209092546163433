import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import { canRunContainers, namespaceCalls, runInContainer } from '../support/container.ts'
import { attempts, killed, takeMemory, threatRows } from '../support/native-attempts.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const owner = fileURLToPath(new URL('../support/call-owner.ts', import.meta.url))
const filterOwner = fileURLToPath(new URL('../support/filter-owner.ts', import.meta.url))

describe.runIf(canFilterSystemCalls() && canRunContainers).each([
  ['the default profile of podman', []],
  ['that profile without calls for new namespaces, as in Docker', namespaceCalls],
])('a container with %s', (_profile, without) => {
  it('gives native code in a child nothing of what it tries', () => {
    const calls = attempts.map(([, call]) => JSON.stringify(call))
    const words = [process.execPath, '--no-warnings', owner, 'call', ...calls]
    const { stdout, stderr } = runInContainer(words, { visible: [root], without })
    expect(stderr).toBe('')
    const outcomes: unknown[] = JSON.parse(stdout)
    expect(Object.fromEntries(attempts.map(([deed], index) => [deed, outcomes[index]]))).toEqual(
      Object.fromEntries(attempts.map(([deed, , outcome]) => [deed, outcome])),
    )
  }, 150_000)

  it('has a child that is ended when it exhausts memory', () => {
    const words = [process.execPath, '--no-warnings', owner, 'repeat', JSON.stringify(takeMemory)]
    const { stdout, stderr } = runInContainer(words, { visible: [root], without })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(['needed more than 512 MiB of memory'])
  }, 150_000)

  it('has user namespaces only if the profile allows them', () => {
    const { stderr } = runInContainer(['/usr/bin/unshare', '-rn', '/bin/true'], { without })
    expect(stderr === '').toBe(without.length === 0)
  })
})

describe.runIf(canFilterSystemCalls() && canRunContainers)('a process in a container', () => {
  it.each([
    ['that allows filters', [], 'none'],
    ['that refuses filters', ['seccomp'], 'launcher: the system refused the filter for system calls (error 38)'],
  ])(
    '%s finds that out before the first scan',
    (_profile, without, reason) => {
      const words = [process.execPath, '--no-warnings', filterOwner]
      expect(runInContainer(words, { visible: [root], without })).toMatchObject({ stdout: reason, stderr: '' })
    },
    60_000,
  )
})

describe('the table of the threat model', () => {
  const page = readFileSync(new URL('../../../../docs/explanation/threat-model.md', import.meta.url), 'utf8')
  const outcomeOf = new Map(attempts.map(([deed, , outcome]) => [deed, outcome]))
  const rows = [...page.matchAll(/^\| ([a-z][^|]+) \| (refused|ended) \| \2 \| \2 \|$/gm)]

  it('has a row for each goal', () => {
    expect(rows.map(([, goal]) => goal)).toEqual(Object.keys(threatRows))
  })

  it.each(rows.map(([, goal = '', measure = '']) => [goal, measure] as const))('%s: %s', (goal, measure) => {
    const outcomes = (threatRows[goal] ?? []).map((deed) => outcomeOf.get(deed))
    expect(outcomes.length).toBeGreaterThan(0)
    for (const outcome of outcomes) expect([-1, -9, -38, killed]).toContain(outcome)
    if (measure === 'ended') expect(outcomes).toContain(killed)
  })
})
