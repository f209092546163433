/** Sources that are mutated together, and the tests that should detect the mutants. */
export interface Target {
  readonly name: string
  /** Globs relative to the root of the repository. */
  readonly sources: readonly string[]
  /**
   * Test files that run the sources in their own process. Files that start child processes or wait for time are
   * excluded.
   */
  readonly tests: readonly string[]
  /** Names of tests that are excluded, because they take as long as hundreds of others. */
  readonly slow?: readonly string[]
  readonly needsDatabase?: boolean
}

export const targets: readonly Target[] = [
  {
    name: 'guards',
    sources: ['src/engine/analysis/taint/sanitizers/**/*.ts'],
    slow: ['of thousands that are checked', 'of them [', 'when no time is left', 'budget'],
    tests: [
      'test/engine/analysis/taint/sanitizers/**/*.test.ts',
      'test/engine/analysis/taint/propagation/{checked-fields,declared,guarded-paths}.test.ts',
      'test/engine/analysis/taint/propagation/{kept-apart,propagation,purpose}.test.ts',
      'test/engine/analysis/schemas/*.test.ts',
      'test/engine/rules/dangerous-flows/*.test.ts',
    ],
  },
  {
    name: 'judging',
    sources: [
      'src/engine/scanner/{compare,verdict,judge,judge-trusting,score}.ts',
      'src/engine/project-settings/{set-aside,trusted-settings}.ts',
      'src/engine/model/{score,severity}.ts',
    ],
    tests: [
      'test/engine/scanner/{judge,judge-trusting,score}.test.ts',
      'test/engine/project-settings/set-aside.test.ts',
    ],
  },
  {
    name: 'baseline',
    sources: ['src/service/scans/baseline.ts'],
    tests: ['test/service/scans/baseline.test.ts'],
    needsDatabase: true,
  },
]
