/** What is mutated together, and the tests that should notice. */
export interface Target {
  readonly name: string
  /** Globs from the repository's root. */
  readonly sources: readonly string[]
  /** Test files that run the sources in their own process; those that start children or wait for time are left out. */
  readonly tests: readonly string[]
  /** Tests that are left out by their names, since they take as long as hundreds of others. */
  readonly slow?: readonly string[]
  readonly needsDatabase?: boolean
}

export const targets: readonly Target[] = [
  {
    name: 'guards',
    sources: ['src/dataflow/guards/**/*.ts'],
    slow: ['of thousands that are checked', 'of them [', 'when no time is left', 'budget'],
    tests: [
      'test/dataflow/guards/**/*.test.ts',
      'test/dataflow/flows/{checked-fields,declared,guarded-ways,kept-apart,propagation,purpose}.test.ts',
      'test/dataflow/schemas/*.test.ts',
      'test/detectors/dangerous-flows/*.test.ts',
    ],
  },
  {
    name: 'judging',
    sources: [
      'src/scan/{compare,verdict,judge,judge-trusting,score}.ts',
      'src/project-settings/{set-aside,trusted-settings}.ts',
      'src/model/{score,severity}.ts',
    ],
    tests: ['test/scan/{judge,judge-trusting,score}.test.ts', 'test/project-settings/set-aside.test.ts'],
  },
  {
    name: 'baseline',
    sources: ['src/scan/baseline.ts'],
    tests: ['test/scan/baseline.test.ts'],
    needsDatabase: true,
  },
]
