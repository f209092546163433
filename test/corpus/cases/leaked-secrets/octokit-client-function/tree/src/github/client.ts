import { Octokit } from '@octokit/rest'

/** A client for one installation. `token` starts with ghs_ or github_pat_. */
export function octokitFor(token: string): Octokit {
  if (!token.startsWith('ghs_') && !token.startsWith('github_pat_')) throw new Error('token must be an installation token or a fine-grained token')
  return new Octokit({ auth: token, userAgent: 'label-sync/2.3.0' })
}
