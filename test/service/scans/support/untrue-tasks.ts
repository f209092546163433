import type { IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

type Analysis = typeof import('../../../../src/engine/analysis/analyze-project.ts') &
  typeof import('../../../../src/engine/analysis/lower-source-file.ts') &
  typeof import('../../../../src/engine/analysis/project-container.ts') &
  typeof import('../../../../src/engine/analysis/read-source-file.ts') &
  typeof import('../../../../src/engine/analysis/tasks.ts')

/** Child processes may read the build but not the sources. */
const built = (name: string): Promise<Analysis> =>
  import(new URL(`../../../../dist/engine/analysis/${name}.js`, import.meta.url).href)
const { analyzeProject } = await built('analyze-project')
const { lowerSourceFile } = await built('lower-source-file')
const { unpackProject } = await built('project-container')
const { readSourceFile } = await built('read-source-file')
// After this, a child process opens no file.
export const { prepare } = await built('tasks')

/** Responses of child processes that hostile content has compromised. */
const deeds: Readonly<Record<string, () => unknown>> = {
  number: () => 7,
  'other shape': () => ({ unit: 7, flows: [{ kind: 'unheard-of' }], tools: 'none', files: -1 }),
  'too many flows': () => ({
    flows: Array.from({ length: 100_000 }, () => ({})),
    tools: [],
    exposure: { listeners: [], origins: [], filters: [], identities: [] },
    files: 0,
    nodes: 0,
  }),
  throws: () => {
    throw new Error('no')
  },
  loops: () => {
    for (;;);
  },
  waits: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  ends: () => process.kill(process.pid, 'SIGKILL'),
}

/** The first line of a text says which task misbehaves, and how. */
function told(task: string, text = ''): (() => unknown) | undefined {
  const [, asked = '', deed = ''] = /^\/\/ (\w+): ([a-z ]+) [0-9a-f]+\n/.exec(text) ?? []
  return asked === task ? deeds[deed] : undefined
}

export const tasks: IsolatedTasks = {
  'read-source-file': (file) => (told('read', file.content.toString()) ?? (() => readSourceFile(file)))(),
  'lower-source-file': (file) => (told('lower', file.content.toString()) ?? (() => lowerSourceFile(file)))(),
  'follow-project': ({ content }) =>
    (told('follow', unpackProject(content).settings.get('package.json')) ?? (() => analyzeProject({ content })))(),
}
