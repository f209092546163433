import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const module = new URL('../../../../src/engine/isolation/programs/inherited-descriptors.ts', import.meta.url)
const program = `import { hasInheritedDescriptors } from '${module.href}'
process.stdout.write(String(hasInheritedDescriptors()))`

/** Runs the check in a process that inherits only the standard descriptors and those that the script opens. */
function answerAfter(script: string): string {
  const closeAll = 'for path in /proc/self/fd/*; do n=${path##*/}; [ $n -gt 2 ] && eval "exec $n<&-"; done'
  const words = [process.execPath, '--no-warnings', '--input-type=module', '--eval', program]
  const { stdout } = spawnSync('/bin/bash', ['-c', `${closeAll}\n${script}\nexec "$@"`, 'bash', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    timeout: 30_000,
  })
  return stdout
}

describe.runIf(existsSync('/proc/self/fdinfo') && existsSync('/bin/bash'))('inherited descriptors', () => {
  it.each([
    ['none', '', 'false'],
    ['one with a high number', 'exec 300</dev/null', 'true'],
  ])('%s', (_what, script, answer) => {
    expect(answerAfter(script)).toBe(answer)
  })
})
