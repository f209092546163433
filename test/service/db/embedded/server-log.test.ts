import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cutLog, lastLogLines } from '../../../../src/service/db/embedded/server-log.ts'
import { newDataDir } from './running.ts'

function newLog(text: string): string {
  const folder = newDataDir()
  mkdirSync(folder)
  const file = join(folder, 'server.log')
  writeFileSync(file, text)
  return file
}

describe('the server log', () => {
  it('gives its last lines, of one start only when asked', () => {
    const file = newLog('one\ntwo\nthree\n')
    expect(lastLogLines(file, 0, 2)).toBe('two\nthree')
    expect(lastLogLines(file, 'one\ntwo\n'.length)).toBe('three')
    expect(lastLogLines(file, 100)).toBe('')
    expect(lastLogLines(`${file}.none`)).toBe('')
  })

  it('stays bounded: what is over 8 MiB is set aside once, and the server goes on writing at the start', () => {
    const file = newLog('old\n')
    cutLog(file)
    expect(readFileSync(file, 'utf8')).toBe('old\n')
    for (const piece of ['a', 'b']) {
      writeFileSync(file, piece.repeat(8 * 1024 * 1024 + 1))
      cutLog(file)
      appendFileSync(file, 'new\n')
      expect(readFileSync(file, 'utf8')).toBe('new\n')
      expect(readFileSync(`${file}.1`, 'utf8').slice(0, 1)).toBe(piece)
    }
  })
})
