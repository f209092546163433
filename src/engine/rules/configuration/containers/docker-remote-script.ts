import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayAddress } from '../../display-text.ts'
import type { RuleMatchLocation } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { readDockerfile } from '../../../inventory/settings-files/dockerfile.ts'
import { remoteScript } from '../../remote-script.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (run: string) => exampleFiles({ Dockerfile: `FROM debian:12.5-slim\nRUN ${run}\nUSER 1000` })

export const dockerRemoteScript = defineConfigurationRule({
  document: {
    id: 'docker-remote-script',
    title: 'Download without integrity check: a container build runs a downloaded script',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-494', 'CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A `RUN` instruction downloads a script and runs it without checking its digest or signature. The severity is ' +
      'medium for downloads without encryption or certificate validation.',
    why:
      'Anyone who controls the URL at build time controls the contents of the image. The finished image does not ' +
      'show whether the script was changed.',
    remediation:
      'Install a package at a pinned version, or download a specific version of the script. Before you run a ' +
      'downloaded script, verify its digest: `echo "<sha256>  install.sh" | sha256sum --check`.',
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
  arguments: z.object({ address: z.string().optional(), isUnprotected: z.boolean() }),
  describe({ address = 'a script', isUnprotected }, { location }) {
    const path = location?.path ?? 'the Dockerfile'
    return {
      title: `Download without integrity check in ${path}`,
      message:
        `${path} downloads ${address} and runs it without an integrity check. ` +
        (isUnprotected
          ? 'The download is not encrypted, or its certificate is not validated, so an attacker on the network path ' +
            'can replace the script.'
          : "Anyone who controls the script's URL controls what is in the image."),
    }
  },
  *find(file) {
    for (const { name, text, line } of readDockerfile(file.text).instructions) {
      const script = name === 'RUN' ? remoteScript(text) : undefined
      if (!script) continue
      const { address, isUnprotected } = script
      yield {
        arguments: { isUnprotected, ...(address !== '' && { address: displayAddress(address).slice(0, 120) }) },
        subject: address || script.text.slice(0, 200),
        at: locationOf(file, lineOf(file, line, script.text)),
        severity: isUnprotected ? 'medium' : 'low',
      }
    }
  },
})

const locationOf = (file: SettingsFile, line: number): RuleMatchLocation =>
  file.placeOfLine(line, displayAddress(file.lines.textOf(line)))

/** Maximum number of instruction lines that are searched for a part of the instruction. */
const maxInstructionLines = 60

/** Returns the line that contains a part of an instruction, or the first line if the part spans several lines. */
function lineOf({ lines }: SettingsFile, first: number, part: string): number {
  const start = part.trim().split(/\s/).slice(0, 2).join(' ')
  for (let line = first; line <= first + maxInstructionLines; line += 1)
    if (lines.textOf(line).includes(start)) return line
  return first
}
