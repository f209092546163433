import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { displayAddress } from '../../display-text.ts'
import { type RuleMatchLocation } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { readDockerfile } from './dockerfile.ts'
import { remoteScript } from '../../remote-script.ts'

const of = (run: string) => exampleFiles({ Dockerfile: `FROM debian:12.5-slim\nRUN ${run}\nUSER 1000` })

export const dockerRemoteScript: WordyConfigurationRule = {
  document: {
    id: 'docker-remote-script',
    title: 'A container is built by a script from the network',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-494', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A `RUN` of a Dockerfile runs what it fetches at once, or later without comparing it with a digest or a ' +
      'signature. Without encryption it counts for more.',
    why:
      'Whoever decides what stands at that address on the day of the build decides what is in the image, and ' +
      'nobody sees the difference.',
    remediation:
      'Install from a package of a fixed version, or download a fixed version and compare its digest before ' +
      'it runs: `echo "<sha256>  install.sh" | sha256sum --check`.',
    examples: {
      bad: [
        of('curl -fsSL https://get.example/install.sh | sh'),
        of('bash -c "$(wget -qO- https://get.example/setup)"'),
        of('curl -fsSL https://get.example/run.sh -o /tmp/run.sh && \\\n    sh /tmp/run.sh'),
      ],
      good: [
        of('curl -fsSL https://get.example/tool-1.2.tar.gz -o tool.tar.gz && tar -xzf tool.tar.gz'),
        of('curl -fsSLO https://get.example/run.sh && echo "0a1b2c3d  run.sh" | sha256sum -c && sh run.sh'),
        of('apt-get update && apt-get install -y curl wget'),
      ],
    },
  },
  kinds: ['dockerfile'],
  *find(file) {
    for (const { name, text, line } of readDockerfile(file.text).instructions) {
      const script = name === 'RUN' ? remoteScript(text) : undefined
      if (!script) continue
      const shown = script.address === '' ? 'a script' : displayAddress(script.address).slice(0, 120)
      yield {
        title: `${shown} is run while ${file.path} is built`,
        message:
          `${file.path} fetches ${shown} and runs ` +
          `it${
            script.isUnprotected
              ? ' without making sure whose it is: anybody on the way can put another one in its place'
              : ' without comparing it with anything'
          }` +
          '.',
        subject: script.address || script.text.slice(0, 200),
        at: placeOf(file, lineOf(file, line, script.text)),
        severity: script.isUnprotected ? 'medium' : 'low',
      }
    }
  },
}

const placeOf = (file: SettingsFile, line: number): RuleMatchLocation =>
  file.placeOfLine(line, displayAddress(file.lines.textOf(line)))

/** Lines of one instruction in which a part of it is looked for. */
const maxInstructionLength = 60

/** The line of a part of an instruction, as far as it stands there as it is joined. */
function lineOf({ lines }: SettingsFile, first: number, part: string): number {
  const begins = part.trim().split(/\s/).slice(0, 2).join(' ')
  for (let line = first; line <= first + maxInstructionLength; line += 1)
    if (lines.textOf(line).includes(begins)) return line
  return first
}
