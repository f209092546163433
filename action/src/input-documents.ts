/** Input, as documented in `action.yml` and the README. */
export interface InputDocument {
  readonly name: string
  readonly description: string
  /** Absent for a required input, empty for an optional one. */
  readonly default?: string
}

/** All inputs. A test compares them with `action.yml` and the table in the README. */
export const inputDocuments: readonly InputDocument[] = [
  {
    name: 'base-url',
    description:
      'URL of the Assay service, which is the value of its `PUBLIC_URL` setting. If empty, the Action scans on the ' +
      'runner, without a service.',
    default: '',
  },
  {
    name: 'url',
    description:
      'URL of the repository or package page to scan. Default: the repository of the workflow. Without `base-url`, ' +
      'the default is the files in the workspace.',
    default: '',
  },
  {
    name: 'ref',
    description:
      'Branch, tag, or commit to scan. Default: the commit of the event, or the default branch if `url` is another ' +
      'repository. Needs `base-url`.',
    default: '',
  },
  {
    name: 'api-key',
    description:
      'API key, from a secret. Without a key, the workflow needs the `id-token: write` permission. Needs `base-url`.',
    default: '',
  },
  {
    name: 'fail-on',
    description: 'Lowest severity that fails the step: critical, high, medium, low, or info.',
    default: 'high',
  },
  {
    name: 'min-score',
    description: 'Minimum security score, from 0 to 100. The step fails if the score is lower. Default: no minimum.',
    default: '',
  },
  {
    name: 'min-grade',
    description: 'Minimum grade, from A+ to F. The step fails if the grade is lower. Default: no minimum.',
    default: '',
  },
  {
    name: 'baseline',
    description:
      'ID of the commit to compare with, or `auto`. Only findings that are not in this commit can fail the step. ' +
      '`auto` selects the merge base of the pull request or the base of the merge group. If empty, any finding can ' +
      'fail the step.',
    default: '',
  },
  {
    name: 'timeout',
    description: 'Time limit for the step, in minutes or seconds, such as 15m or 90s. At most 55m.',
    default: '15m',
  },
  {
    name: 'github-token',
    description:
      'GitHub token that `baseline: auto` uses to look up the merge base, and `upload-sarif` to upload findings. In ' +
      'a private repository, the token needs the `contents: read` permission.',
    default: '${{ github.token }}',
  },
  {
    name: 'on-error',
    description:
      'What to do if the scan is incomplete, for example during an outage: fail (fail the step) or neutral (warn ' +
      'and continue).',
    default: 'fail',
  },
  {
    name: 'on-fork',
    description:
      'What to do for pull requests from forks and Dependabot if the workflow has neither a key nor an identity ' +
      'token: neutral (warn and continue) or fail (fail the step). Without `base-url`, the Action scans these pull ' +
      'requests.',
    default: 'neutral',
  },
  {
    name: 'without',
    description: 'Detectors to skip, separated by commas. Only without `base-url`.',
    default: '',
  },
  {
    name: 'reachability',
    description:
      'Whether the scan judges if the project reaches the vulnerable code of its npm and PyPI dependencies: true or ' +
      'false. The scan then downloads their archives. Default: the setting of the service, or false without ' +
      '`base-url`.',
    default: '',
  },
  {
    name: 'only-reachable',
    description:
      'Whether vulnerabilities whose code the project does not run are only reported and never fail the step: true ' +
      'or false. Needs `reachability: true`. Only without `base-url`.',
    default: 'false',
  },
  {
    name: 'trust-project-settings',
    description:
      'Whether `.github/assay.yml` and the suppressions in comments apply: true or false. Only without `base-url`. ' +
      'They never apply to pull requests from forks and Dependabot.',
    default: 'false',
  },
  {
    name: 'sarif',
    description: 'Path of the output file for the findings, in SARIF 2.1.0 format. By default, no file is written.',
    default: '',
  },
  {
    name: 'upload-sarif',
    description:
      'Whether to upload the findings to GitHub code scanning: true or false. The job needs the ' +
      '`security-events: write` permission. Works only for the repository of the workflow.',
    default: 'false',
  },
  {
    name: 'sbom',
    description:
      'Path of the output file for the list of components, in CycloneDX 1.6 format. By default, no file is written.',
    default: '',
  },
  { name: 'summary', description: 'Whether to write a job summary: true or false.', default: 'true' },
  {
    name: 'annotations',
    description: 'Whether to annotate the most severe findings (at most 10 errors and 10 warnings): true or false.',
    default: 'true',
  },
]
