import { Octokit } from '@octokit/rest'

export const octokit = new Octokit({
  auth: '{{secret:github-fine-grained-token}}',
  userAgent: 'label-sync/2.3.0',
})
