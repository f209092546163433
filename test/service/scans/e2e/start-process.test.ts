import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('a worker without free descriptors survives a process that it cannot start', () => {
  const program = fileURLToPath(new URL('../support/starting-without-descriptors.ts', import.meta.url))
  const words = ['-c', 'ulimit -n 100; exec "$@"', 'sh', process.execPath, '--no-warnings', program]
  const { stdout, stderr, status } = spawnSync('/bin/sh', words, { encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({
    stdout: 'Error: the process could not be started',
    stderr: '',
    status: 0,
  })
}, 30_000)
