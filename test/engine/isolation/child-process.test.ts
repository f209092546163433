import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { residentBytes } from '../../../src/engine/isolation/child-process.ts'

it.runIf(process.platform === 'linux')('the memory of a process includes page tables and swapped memory', async () => {
  const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
  await once(sleeper, 'spawn')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const status = readFileSync(`/proc/${sleeper.pid}/status`, 'utf8')
  const [resident = 0, tables = 0, swapped = 0] = ['VmRSS', 'VmPTE', 'VmSwap'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]),
  )
  const bytes = residentBytes(sleeper.pid)
  sleeper.kill('SIGKILL')
  await once(sleeper, 'exit')
  expect(tables).toBeGreaterThan(0)
  expect(bytes).toBe((resident + tables + swapped) * 1024)
  expect(residentBytes(sleeper.pid)).toBe(0)
})
