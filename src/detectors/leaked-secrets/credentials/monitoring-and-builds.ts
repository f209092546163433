import { checksumHolds, grafanaChecksum, sealedWith } from '../checks/checksums.ts'
import { type Credential, named, token } from '../credential.ts'

const observe = 'read metrics and logs, and mostly change what is watched'

/** Monitoring, analytics, flags, and services that build and test. */
export const monitoringAndBuilds: readonly Credential[] = [
  named({ id: 'leaked-datadog-api-key', name: 'Datadog API key', names: ['datadog_api_key', 'dd_api_key'], shape: '{hex:32}', severity: 'medium', precision: 'medium', grants: 'send metrics and logs to the account', revoke: 'at https://app.datadoghq.com/organization-settings/api-keys' }),
  named({ id: 'leaked-datadog-app-key', name: 'Datadog application key', names: ['datadog_app_key', 'datadog_application_key', 'dd_app_key', 'dd_application_key'], shape: '{hex:40}', severity: 'high', precision: 'medium', grants: observe, revoke: 'at https://app.datadoghq.com/organization-settings/application-keys' }),
  token({ id: 'leaked-new-relic-user-key', name: 'New Relic user key', shape: 'NRAK-{up36:27}', severity: 'high', grants: observe, revoke: 'at https://one.newrelic.com/api-keys' }),
  token({ id: 'leaked-new-relic-insert-key', name: 'New Relic insert key', shape: 'NRII-{word:32}', severity: 'medium', grants: 'send events to the account', revoke: 'at https://one.newrelic.com/api-keys' }),
  token({ id: 'leaked-grafana-service-token', name: 'Grafana service account token', shape: 'glsa_{alnum:32}_{hex:8}', severity: 'high', precision: 'very-high', check: checksumHolds(grafanaChecksum), seal: sealedWith(grafanaChecksum), grants: observe, revoke: 'in Grafana, under Administration, Service accounts' }),
  token({ id: 'leaked-grafana-cloud-token', name: 'Grafana Cloud token', shape: 'glc_eyJ{base64:60-400}', severity: 'high', grants: observe, revoke: 'in Grafana Cloud, under Access policies' }),
  token({ id: 'leaked-sentry-organization-token', name: 'Sentry organization token', shape: 'sntrys_eyJ{base64:50-300}={base64:0-2}_{base64:43}', severity: 'high', grants: 'upload releases and read the organization', revoke: 'at https://sentry.io/settings/auth-tokens' }),
  token({ id: 'leaked-sentry-user-token', name: 'Sentry user token', shape: 'sntryu_{hex:64}', severity: 'high', grants: 'read and change what its owner may', revoke: 'at https://sentry.io/settings/account/api/auth-tokens' }),
  token({ id: 'leaked-dynatrace-token', name: 'Dynatrace token', shape: 'dt0{c|s}01.{base32:24}.{base32:64}', keywords: ['dt0c01.', 'dt0s01.'], severity: 'high', grants: observe, revoke: 'in Dynatrace, under Access tokens' }),
  token({ id: 'leaked-honeycomb-key', name: 'Honeycomb ingest key', shape: 'hcaik_{low36:58}', severity: 'medium', grants: 'send events to the team', revoke: 'in the settings of the team at Honeycomb' }),
  named({ id: 'leaked-pagerduty-key', name: 'PagerDuty API key', names: ['pagerduty_api_key', 'pagerduty_token', 'pagerduty_api_token'], shape: '{word:20}', severity: 'high', grants: 'read and change incidents', revoke: 'in PagerDuty, under API access keys' }),
  named({ id: 'leaked-rollbar-token', name: 'Rollbar access token', names: ['rollbar_access_token', 'rollbar_token'], shape: '{hex:32}', severity: 'medium', grants: 'send to or read the project', revoke: 'in the settings of the project at Rollbar' }),
  token({ id: 'leaked-launchdarkly-sdk-key', name: 'LaunchDarkly SDK key', shape: 'sdk-{uuid:1}', severity: 'medium', grants: 'read all flags with their rules', revoke: 'in LaunchDarkly, at the environment' }),
  token({ id: 'leaked-launchdarkly-api-token', name: 'LaunchDarkly API token', shape: 'api-{uuid:1}', severity: 'high', grants: 'change flags', revoke: 'in LaunchDarkly, under Authorization' }),
  token({ id: 'leaked-posthog-personal-key', name: 'PostHog personal API key', shape: 'phx_{alnum:43-48}', severity: 'high', grants: 'read what users did', revoke: 'in the settings of PostHog, under Personal API keys' }),
  named({ id: 'leaked-algolia-admin-key', name: 'Algolia admin key', names: ['algolia_admin_key', 'algolia_admin_api_key', 'algolia_write_key'], shape: '{hex:32}', severity: 'high', precision: 'medium', grants: 'change and delete indexes', revoke: 'at https://dashboard.algolia.com/account/api-keys' }),
  named({ id: 'leaked-segment-write-key', name: 'Segment write key', names: ['segment_write_key'], shape: '{alnum:32}', severity: 'low', grants: 'send events to the source', revoke: 'in Segment, at the source' }),
  named({ id: 'leaked-snyk-token', name: 'Snyk token', names: ['snyk_token', 'snyk_api_token'], shape: '{uuid:1}', severity: 'high', grants: 'read the flaws of the projects of its owner', revoke: 'at https://app.snyk.io/account' }),
  token({ id: 'leaked-sonarqube-token', name: 'SonarQube token', shape: 'sq{u|p|a}_{hex:40}', keywords: ['squ_', 'sqp_', 'sqa_'], severity: 'high', grants: 'read the code and its analyses', revoke: 'in SonarQube, under My account, Security' }),
  named({ id: 'leaked-codecov-token', name: 'Codecov upload token', names: ['codecov_token'], shape: '{uuid:1}', severity: 'low', grants: 'upload coverage reports', revoke: 'in the settings of the repository at Codecov' }),
  token({ id: 'leaked-circleci-token', name: 'CircleCI personal token', shape: 'CCIPAT_{alnum:22}_{hex:40}', severity: 'high', grants: 'start pipelines and read their settings', revoke: 'at https://app.circleci.com/settings/user/tokens' }),
  token({ id: 'leaked-buildkite-token', name: 'Buildkite API token', shape: 'bkua_{hex:40}', severity: 'high', grants: 'start builds and read them', revoke: 'at https://buildkite.com/user/api-access-tokens' }),
  named({ id: 'leaked-travis-token', name: 'Travis CI token', names: ['travis_token', 'travis_api_token', 'travis_ci_token'], shape: '{alnum:22}', severity: 'medium', grants: 'start builds and read them', revoke: 'in the settings of Travis CI' }),
  token({ id: 'leaked-postman-key', name: 'Postman API key', shape: 'PMAK-{hex:24}-{hex:34}', severity: 'high', grants: 'read collections and environments, with the secrets in them', revoke: 'at https://go.postman.co/settings/me/api-keys' }),
  named({ id: 'leaked-sauce-labs-key', name: 'Sauce Labs access key', names: ['sauce_access_key', 'saucelabs_access_key'], shape: '{uuid:1}', severity: 'medium', grants: 'run tests on the bill of the account', revoke: 'at https://app.saucelabs.com/user-settings' }),
  named({ id: 'leaked-browserstack-key', name: 'BrowserStack access key', names: ['browserstack_access_key', 'browserstack_key'], shape: '{alnum:20}', severity: 'medium', grants: 'run tests on the bill of the account', revoke: 'in the settings of BrowserStack' }),
]
