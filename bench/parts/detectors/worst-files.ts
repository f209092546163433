import { filesOfExample } from '../../../src/engine/rules/example-files.ts'
import type { RuleDocument } from '../../../src/engine/model/rule.ts'

/** A file that was crafted to be slow. */
export interface WorstFile {
  readonly path: string
  readonly text: string
}

/** Text to repeat: prefixes of matches without the rest, and characters that many patterns accept. */
const repeated: readonly (readonly [paths: readonly string[], parts: readonly string[]])[] = [
  [
    ['.github/workflows/build.yml', 'compose.yaml'],
    [
      '"',
      '[',
      '{a: ',
      '\t- x\n',
      '!a ',
      '&a ',
      'a: b: c\n',
      '---\n',
      '      - run: echo ${{ github.event.issue.title }}\n',
    ],
  ],
  [['mcp.json'], ['[', '{"a":', '"a",', '//\n', '/*']],
  [
    ['Dockerfile'],
    [
      'FROM a AS b\n',
      'RUN curl https://get.example/run.sh | sh\n',
      'RUN curl ',
      'RUN a \\\n',
      'RUN <<EOF\n',
      'ENV A=$A B=${B:-c}\n',
      'ENV API_KEY=Abc123xyzQ9wERtyu1\n',
      'ARG A=b\nFROM $A\n',
    ],
  ],
  [
    ['.npmrc', '.pypirc', 'pip.conf'],
    [
      '//registry.example/:_authToken=Abc123xyzQ9wERtyu1\n',
      '[a]\npassword=Abc123xyzQ9wERtyu1\n',
      'index-url = http://registry.example\n',
      '=',
      '[',
    ],
  ],
  // A long run of base64, followed by many base64 names that make rules look back to it.
  [['notes.txt'], [`${'A'.repeat(600)}${'!dG9rZWAA'.repeat(66)}`, 'dG9rZW4', 'password=a"']],
  [
    ['index.js', 'setup.py', 'install.sh', 'start.pth'],
    [
      'fetch(',
      'curl -o a b\nsh a\n',
      'curl x | ',
      'eval(a.a(',
      'eval(Buffer.from("',
      'import a\n',
      '_0xabcde ',
      "'\\x41\\x41",
      'String.fromCharCode(1,2,3,',
      'chr(1)+',
      '[',
      `a${' '.repeat(119)}`,
      "require('c'+'h'+",
      `let a='${'A'.repeat(100)}'\neval(atob(b))\n`,
      '\u200b',
      '\ufe0f',
      '\u202e',
      'process.env.TOKEN ',
      'exec(',
      'loads(decompress(',
      '\n',
    ],
  ],
  [
    ['requirements.txt', 'pyproject.toml'],
    ['\n', 'a', 'pkg>=1\n', 'dependencies = [\n', '"a",'],
  ],
]

/**
 * Yields files of this size, with a path that the rule reads. They contain repeated text, or each example of the rule
 * repeated, in several lines and in one line. Files are created lazily.
 */
export function* worstFiles(
  { examples: { bad, good } }: Pick<RuleDocument, 'examples'>,
  bytes: number,
  reads: (path: string) => boolean = () => true,
): Iterable<WorstFile> {
  const examples = [...bad, ...good].flatMap((example) =>
    Object.entries(filesOfExample(example)).filter(([path, text]) => text.trim() !== '' && !path.endsWith('.json')),
  )
  const filled: (readonly [path: string, part: string])[] = [
    ...repeated.flatMap(([paths, parts]) => paths.flatMap((path) => parts.map((part) => [path, part] as const))),
    ...examples.flatMap(([path, text]) => [
      [path, `${text}\n`] as const,
      [path, `${text.replaceAll('\n', ' ')} `] as const,
    ]),
  ]
  for (const [path, part] of filled)
    if (reads(path)) yield { path, text: part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes) }
  const lists: readonly (readonly [
    path: string,
    entry: (index: number) => [string, unknown],
    around: (entries: Record<string, unknown>) => unknown,
  ])[] = [
    [
      'mcp.json',
      (index) => [
        `server-${index}`,
        { command: 'npx', args: ['-y', 'some-server'], env: { API_KEY: `Abc123xyzQ9wERtyu${index}` } },
      ],
      (entries) => ({ mcpServers: entries }),
    ],
    [
      'package.json',
      (index) => [`expres${index.toString(36)}`, 'git+https://git.example/a/b'],
      (entries) => ({ name: 'example-shop', dependencies: entries }),
    ],
    [
      'package.json',
      (index) => [`@acme-${index}/core`, '*'],
      (entries) => ({ name: 'example-shop', dependencies: entries }),
    ],
    [
      'package.json',
      (index) => [
        index === 0 ? 'postinstall' : `script-${index}`,
        'curl https://get.example/run.sh | sh && node setup.js',
      ],
      (entries) => ({ name: 'example-shop', scripts: entries }),
    ],
  ]
  for (const [path, entry, around] of lists) if (reads(path)) yield manyEntries(path, bytes, entry, around)
}

/** Returns JSON with as many entries as fit. */
function manyEntries(
  path: string,
  bytes: number,
  entry: (index: number) => [string, unknown],
  around: (entries: Record<string, unknown>) => unknown,
): WorstFile {
  const longest = JSON.stringify(entry(100_000)).length + 2
  return {
    path,
    text: JSON.stringify(
      around(
        Object.fromEntries(
          Array.from({ length: Math.floor((bytes - 200) / longest) }, (_unused, index) => entry(index)),
        ),
      ),
    ),
  }
}
