import { describe, expect, it } from 'vitest'
import { githubActions } from '../../../../src/engine/inventory/readers/github/github-actions.ts'
import { packageLines, readFiles, requestLines } from './support/read-files.ts'

const commit = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'

describe('workflows and actions', () => {
  it('knows its files', () => {
    const yes = ['.github/workflows/ci.yml', '.github/workflows/x.yaml', 'action.yml', 'tools/a/action.yaml']
    const no = ['workflows/ci.yml', 'a/.github/workflows/ci.yml', '.github/workflows/a/b.yml', '.github/dependabot.yml']
    expect([yes.filter((path) => githubActions.reads(path)), no.filter((path) => githubActions.reads(path))]).toEqual([
      yes,
      [],
    ])
  })

  it('takes full versions, also those beside a commit, and asks for what moves', () => {
    const reading = readFiles(githubActions, {
      '.github/workflows/ci.yml': `on: push
jobs:
  build:
    runs-on: ubuntu-latest
    container: { image: "node:24" }
    steps:
      - uses: actions/checkout@v4.1.1
      - name: quoted
        uses: "actions/setup-node@4.0.2" # not a version v9.9.9
      - uses: github/codeql-action/init@v3.25.1-beta
      - uses: a/pinned@${commit} # v2.3.4
      - uses: b/pinned@${commit} # pin@v1
      - uses: c/pinned@${commit}   #   tag=v7.0.1, because
      - uses: actions/cache@v4
      - uses: d/branch@main
      - uses: ./local
      - uses: docker://alpine:3
      - { uses: e/flow@v1.0.0 }
      - uses: nonsense
      - run: |
          echo 'uses: f/text@v1.0.0'
      - 7
  reuse:
    uses: org/repo/.github/workflows/x.yml@v1.2.3
  local:
    uses: ./.github/workflows/y.yml
`,
    })
    expect(packageLines(reading)).toEqual([
      'org/repo@1.2.3 direct dev',
      'actions/checkout@4.1.1 direct dev',
      'actions/setup-node@4.0.2 direct dev',
      'github/codeql-action@3.25.1-beta direct dev',
      'a/pinned@2.3.4 direct dev',
      'c/pinned@7.0.1 direct dev',
      'e/flow@1.0.0 direct dev',
    ])
    expect(requestLines(reading)).toEqual([
      `b/pinned ${commit} dev: it is pinned to a commit without a comment that states the version`,
      'actions/cache v4 dev: the requested version is a branch or a moving tag',
      'd/branch main dev: the requested version is a branch or a moving tag',
      'nonsense nonsense dev: its entry could not be parsed',
    ])
    expect(reading.packages.map(({ line }) => line)).toEqual([24, 7, 9, 10, 11, 13, undefined])
  })

  it('asks once for an action of which several parts are used', () => {
    const reading = readFiles(githubActions, {
      '.github/workflows/scan.yml':
        'jobs:\n  a:\n    steps:\n      - uses: github/codeql-action/init@v4\n      - uses: ' +
        'github/codeql-action/analyze@v4\n      - uses: github/codeql-action/analyze@v3\n',
    })
    expect(reading.requests.map(({ name, requested, line }) => [name, requested, line])).toEqual([
      ['github/codeql-action', 'v4', 4],
      ['github/codeql-action', 'v3', 6],
    ])
  })

  it('reads the steps of a composite action, which run where it is used', () => {
    expect(
      packageLines(
        readFiles(githubActions, {
          'action.yml': 'name: a\nruns:\n  using: composite\n  steps:\n    - uses: actions/cache@v4.0.0\n',
        }),
      ),
    ).toEqual(['actions/cache@4.0.0 direct'])
    expect(
      readFiles(githubActions, { 'action.yml': 'name: a\nruns:\n  using: node24\n  main: index.js\n' }).packages,
    ).toEqual([])
  })

  it('reads what aliases share once, however often they stand for it', () => {
    const steps = Array.from({ length: 2_000 }, (_, index) => `    - uses: a/b@v1.0.${index}\n`).join('')
    const jobs = Array.from({ length: 20_000 }, (_, index) => `  j${index}: {steps: *s}\n`).join('')
    const text = `jobs:\n  first:\n    steps: &s\n${steps}${jobs}`
    expect(readFiles(githubActions, { '.github/workflows/a.yml': text }).packages).toHaveLength(2_000)
  })
})
