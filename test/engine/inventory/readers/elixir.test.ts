import { describe, expect, it } from 'vitest'
import { mixLock } from '../../../../src/engine/inventory/readers/elixir/mix-lock.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

const read = (text: string) => readFiles(mixLock, { 'mix.lock': text })

describe('mix.lock', () => {
  it('reads packages, forks, private repositories and what makes no sense', () => {
    const reading = read(
      `%{
  # a comment with "quotes {"
  "phoenix": {:hex, :phoenix, "1.7.0", "00", [:mix], [{:plug, "~> 1.14", [hex: :plug, repo: "hexpm", ` +
        `optional: false]}, {:missing, ">= 0", []}], "hexpm", "11"},
  "plug": {:hex, :plug, "1.14.0", "00", [:mix, :rebar3], [], "hexpm", "11"},
  "old": {:hex, :old, "0.1.0", "00", [:mix], []},
  "renamed": {:hex, :"real-name", "2.0.0-rc.1", "00", [:make], [{:plug, "\\"q\\" }", [hex: :plug]}], ` +
        `"hexpm", "11"},
  :atom => {:hex, :atom, "3.0.0", "00", [:mix], [], "hexpm", "11"},
  "fork": {:git, "https://git.example/fork.git", "0123", [branch: "main", sparse: nil]},
  "secret": {:hex, :secret, "1.0.0", "00", [:mix], [], "hexpm:acme", "11"},
  "certifi": {:hex, },
  "odd": :odd,
}
`,
    )
    expect(packageLines(reading)).toEqual([
      'phoenix@1.7.0',
      'plug@1.14.0',
      'old@0.1.0',
      'real-name@2.0.0-rc.1',
      'atom@3.0.0',
    ])
    expect(requestLines(reading)).toEqual([
      'fork https://git.example/fork.git#0123: it comes from a git repository',
      'secret hexpm:acme/secret 1.0.0: it comes from a private repository',
      'certifi hex: its entry in the lockfile could not be parsed',
      'odd (nothing): its entry in the lockfile could not be parsed',
    ])
    expect(edgesOf(reading)).toEqual({ 'phoenix@1.7.0': ['plug@1.14.0'], 'real-name@2.0.0-rc.1': ['plug@1.14.0'] })
    expect(reading.packages.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
  })

  it('may not have a million terms', () => {
    expect(() => read(`%{"a": [${'[],'.repeat(999_000)}]}`)).not.toThrow()
    expect(() => read(`%{"a": [${'[],'.repeat(1_000_000)}]}`)).toThrow('has more than 1000000 terms')
  })

  it.each([
    ['', 1],
    ['[]x', 1],
    ['%{"a": {:hex, "unfinished}', 1],
    ['%{\n"a": System.cmd("rm", ["x"])}', 2],
    [`%{"a": ${'['.repeat(1_000)}`, 1],
  ])('evaluates nothing and refuses %.40j', (text, line) => {
    expect(() => read(text)).toThrow(`is not an Elixir literal (line ${line})`)
  })

  it('must be a map', () => {
    expect(() => read('{:hex}')).toThrow('is not an Elixir map')
  })
})
