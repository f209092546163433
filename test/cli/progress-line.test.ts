import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { progressLine, showScanStage, type TerminalStream } from '../../src/cli/progress-line.ts'

function stream(properties: Pick<TerminalStream, 'isTTY' | 'columns' | 'hasColors'>): {
  readonly stream: TerminalStream
  readonly text: () => string
} {
  let text = ''
  const writable = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream: Object.assign(writable, properties), text: () => text }
}

describe('progress without a terminal', () => {
  it('has a line for each stage, also where stages take turns', () => {
    const { stream: err, text } = stream({ isTTY: false })
    using progress = progressLine(err, { now: () => 0 })
    for (const percent of [0, 1, 2]) {
      showScanStage(progress, { subject: './a', stage: 'source', percent })
      progress.show('Importing npm advisories', `${percent},000 read`)
    }
    expect(text()).toBe('Fetching the source: ./a\nImporting npm advisories\n')
  })

  it('says how far a stage is that takes longer', () => {
    let now = 0
    const { stream: err, text } = stream({ isTTY: false })
    using progress = progressLine(err, { now: () => now })
    for (let second = 0; second <= 25; second += 1) {
      now = second * 1_000
      progress.show('Importing npm advisories', `${second},000 read`)
    }
    expect(text()).toBe(
      'Importing npm advisories\nImporting npm advisories (10,000 read)\nImporting npm advisories (20,000 read)\n',
    )
  })

  it('is silent where a command asks for that', () => {
    const { stream: err, text } = stream({ isTTY: false })
    using progress = progressLine(err, { plain: false })
    progress.show('Starting')
    expect(text()).toBe('')
  })
})

describe('progress on a terminal', () => {
  it('is one line that is never wider than the terminal, and is removed', () => {
    const { stream: err, text } = stream({ isTTY: true, hasColors: () => true, columns: 40 })
    {
      using progress = progressLine(err)
      progress.show('Starting')
      showScanStage(progress, { subject: `./${'long/'.repeat(20)}`, stage: 'code', percent: 66 })
    }
    const lines = text().split('\r\u001B[K').slice(1)
    expect(lines[0]).toBe('Starting')
    expect(lines[1]).toMatch(/^Reading source files: \.\/long.* \(66%\)$/)
    expect(lines[1]?.length).toBeLessThan(40)
    expect(lines[2]).toBe('')
  })

  it('is plain lines where the terminal cannot go back in its line', () => {
    const { stream: err, text } = stream({ isTTY: true, hasColors: () => false, columns: 40 })
    using progress = progressLine(err)
    progress.show('Starting')
    expect(text()).toBe('Starting\n')
  })
})
