/** Reports whether a file of a project is a test, an example, or a benchmark, which users of the project do not run. */
export function isTestFile(path: string): boolean {
  return (
    /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|fixtures?|benchmarks?)\//i.test(path) ||
    /(?:^|[./_-])(?:test|spec|bench|e2e)\.[cm]?[jt]sx?$/i.test(path) ||
    /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/i.test(path)
  )
}
