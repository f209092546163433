import { atlassianChecksum, checksumHolds, githubChecksum, gitlabChecksum, sealedWith } from '../checks/checksums.ts'
import { type Credential, named, token } from '../credential.ts'

const github = { severity: 'critical', precision: 'very-high', check: checksumHolds(githubChecksum), seal: sealedWith(githubChecksum) } as const
const gitlab = { severity: 'high', grants: 'read or change what the token is for in GitLab', revoke: 'in GitLab, at the user, project or group that made it, under Access tokens' } as const
const atlassian = { severity: 'high', check: checksumHolds(atlassianChecksum, 'unknown'), seal: sealedWith(atlassianChecksum) } as const
const grantsGitHub = 'read, and mostly change, the repositories of its owner'
const revokeGitHub = 'at https://github.com/settings/tokens'
const revokeGitHubApp = 'at https://github.com/settings/applications'

/** Hosts of source code. */
export const sourceHosts: readonly Credential[] = [
  token({ ...github, id: 'leaked-github-personal-token', name: 'GitHub personal access token', shape: 'ghp_{alnum:36}', grants: grantsGitHub, revoke: revokeGitHub }),
  token({ ...github, id: 'leaked-github-oauth-token', name: 'GitHub OAuth token', shape: 'gho_{alnum:36}', grants: grantsGitHub, revoke: revokeGitHubApp }),
  token({ ...github, id: 'leaked-github-app-user-token', name: 'GitHub App token of a user', shape: 'ghu_{alnum:36}', severity: 'high', grants: grantsGitHub, revoke: revokeGitHubApp }),
  token({ ...github, id: 'leaked-github-app-installation-token', name: 'GitHub App token of an installation', shape: 'ghs_{alnum:36}', severity: 'high', grants: 'do in its repositories what the app may, for an hour', revoke: 'with DELETE /installation/token of the API of GitHub, or wait for an hour' }),
  token({ ...github, id: 'leaked-github-refresh-token', name: 'GitHub App refresh token', shape: 'ghr_{alnum:76}', precision: 'medium', check: checksumHolds(githubChecksum, 'unknown'), grants: 'get tokens of a user again and again, for half a year', revoke: revokeGitHubApp }),
  token({ id: 'leaked-github-fine-grained-token', name: 'GitHub fine-grained personal access token', shape: 'github_pat_{alnum:22}_{alnum:59}', severity: 'critical', grants: 'do in the repositories of its owner what was chosen for it', revoke: revokeGitHub }),
  token({ ...gitlab, id: 'leaked-gitlab-personal-token', name: 'GitLab access token', shape: 'glpat-{word:20}', severity: 'critical' }),
  token({ ...gitlab, id: 'leaked-gitlab-routable-token', name: 'GitLab routable token', shape: '{glpat|glrt|gldt|glagent|glptt}-{word:27-300}.01.{low36:9}', keywords: ['glpat-', 'glrt-', 'gldt-', 'glagent-', 'glptt-'], severity: 'critical', precision: 'very-high', check: checksumHolds(gitlabChecksum), seal: sealedWith(gitlabChecksum) }),
  token({ ...gitlab, id: 'leaked-gitlab-deploy-token', name: 'GitLab deploy token', shape: 'gldt-{word:20}' }),
  token({ ...gitlab, id: 'leaked-gitlab-runner-token', name: 'GitLab runner token', shape: 'glrt-{word:20}', grants: 'run as a runner of the project and read the secrets of its jobs', revoke: 'in GitLab, under CI/CD, Runners' }),
  token({ ...gitlab, id: 'leaked-gitlab-runner-registration-token', name: 'GitLab runner registration token', shape: 'GR1348941{word:20}', grants: 'register runners, which get the secrets of jobs', revoke: 'in GitLab, under CI/CD, Runners' }),
  token({ ...gitlab, id: 'leaked-gitlab-trigger-token', name: 'GitLab pipeline trigger token', shape: 'glptt-{hex:40}', severity: 'medium', grants: 'start pipelines of the project', revoke: 'in GitLab, under CI/CD, Pipeline trigger tokens' }),
  token({ ...gitlab, id: 'leaked-gitlab-agent-token', name: 'GitLab agent token for Kubernetes', shape: 'glagent-{word:50}', grants: 'speak for the agent of a cluster', revoke: 'in GitLab, under Operate, Kubernetes clusters' }),
  token({ ...gitlab, id: 'leaked-gitlab-oauth-secret', name: 'GitLab OAuth application secret', shape: 'gloas-{hex:64}', grants: 'speak for the application', revoke: 'in GitLab, at the application' }),
  token({ ...gitlab, id: 'leaked-gitlab-job-token', name: 'GitLab job token', shape: 'glcbt-{alnum:1-5}_{word:20}', severity: 'medium', grants: 'do what the job may while it runs', revoke: 'by ending the job' }),
  token({ ...atlassian, id: 'leaked-atlassian-api-token', name: 'Atlassian API token', shape: 'ATATT3xFfGF0{word:150-250}={HEX:8}', grants: 'do in Jira, Confluence and Bitbucket what its owner may', revoke: 'at https://id.atlassian.com/manage-profile/security/api-tokens' }),
  token({ ...atlassian, id: 'leaked-bitbucket-app-password', name: 'Bitbucket app password', shape: 'ATBB{alnum:24}{HEX:8}', grants: grantsGitHub, revoke: 'at https://bitbucket.org/account/settings/app-passwords/' }),
  token({ ...atlassian, id: 'leaked-bitbucket-access-token', name: 'Bitbucket access token', shape: 'ATCTT3xFfGN0{word:150-250}={HEX:8}', grants: 'read or change the repository, project or workspace that it is for', revoke: 'in the settings of that repository, project or workspace, under Access tokens' }),
  token({ id: 'leaked-sourcegraph-token', name: 'Sourcegraph access token', shape: 'sgp_{hex:16}_{hex:40}', severity: 'high', grants: 'read the code that Sourcegraph indexes for its owner', revoke: 'in the settings of the user in Sourcegraph, under Access tokens' }),
  named({ id: 'leaked-gitea-token', name: 'Gitea, Forgejo or Codeberg access token', names: ['gitea_token', 'gitea_access_token', 'forgejo_token', 'codeberg_token'], shape: '{hex:40}', severity: 'high', grants: 'read or change the repositories of its owner', revoke: 'in the settings of the user there, under Applications' }),
]
