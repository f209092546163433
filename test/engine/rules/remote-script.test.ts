import { describe, expect, it } from 'vitest'
import { remoteScript } from '../../../src/engine/rules/remote-script.ts'

describe('a script from the network', () => {
  it('is found where a bar hands it to a shell, from what fetches it in that command on', () => {
    expect(remoteScript('echo curl; curl -s https://get.example/run.sh | sudo bash')?.text).toBe(
      'curl -s https://get.example/run.sh | sudo bash',
    )
    expect(remoteScript('wget -qO- https://get.example/run.sh | tee run.sh | sh')?.address).toBe(
      'https://get.example/run.sh',
    )
  })

  it('is not reported if the pipe belongs to another command', () => {
    expect(remoteScript('curl https://get.example/list\ncat run.sh | sh')).toBeUndefined()
    expect(remoteScript('curl https://get.example/list; cat run.sh | sh')).toBeUndefined()
  })

  it('is found where it is kept in a file that is run later', () => {
    expect(
      remoteScript('curl -o /tmp/run.sh https://get.example/x\nchmod +x /tmp/run.sh\nsh /tmp/run.sh')?.text,
    ).toContain('sh /tmp/run.sh')
    expect(remoteScript('sh /tmp/run.sh\ncurl -o /tmp/run.sh https://get.example/x')).toBeUndefined()
  })

  it('takes time in proportion to the text, whatever is named in it over and over', () => {
    for (const part of ['fetch(', 'curl | ', 'curl -o a ', '| sh ', 'wget https://a.example/b.sh ']) {
      const milliseconds = (bytes: number) =>
        Math.min(
          ...[1, 2, 3].map(() => {
            const startedAt = process.cpuUsage().user
            remoteScript(part.repeat(bytes / part.length))
            return (process.cpuUsage().user - startedAt) / 1_000
          }),
        )
      // The text is four times as long. Quadratic time would take sixteen times as long. Below 5 ms, measurements are
      // unreliable.
      expect(milliseconds(512 * 1024), part).toBeLessThan(Math.max(milliseconds(128 * 1024), 5) * 10)
    }
  })
})
