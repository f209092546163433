import { checksumHolds, githubChecksum, sealedWith } from '../checks/checksums.ts'
import { isMacaroon, macaroonOf } from '../checks/macaroon.ts'
import { type Credential, named, token } from '../credential.ts'
import { isPlaceholder } from '../placeholder.ts'

const publish =
  'publish packages in the name of their owner, who then run on the machines of everybody that installs them'

/** Registries of packages and images. */
export const packageRegistries: readonly Credential[] = [
  token({
    id: 'leaked-npm-token',
    name: 'npm access token',
    shape: 'npm_{alnum:36}',
    severity: 'critical',
    precision: 'very-high',
    check: checksumHolds(githubChecksum),
    seal: sealedWith(githubChecksum),
    grants: publish,
    revoke: 'at https://www.npmjs.com/settings/~/tokens',
  }),
  {
    id: 'leaked-npmrc-credential',
    name: 'Credential of a package registry in .npmrc',
    keywords: [':_authtoken', ':_password', ':_auth'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /:_(?:authToken|password|auth)["']?\s{0,3}[=:]\s{0,3}["']?(?<secret>[A-Za-z0-9+/=_.-]{16,500})/iy,
    after: 540,
    prefixLength: 0,
    accepts: ({ secret }) => !isPlaceholder(secret),
    grants: 'read the private packages of the registry, and mostly publish there',
    revoke: 'at the registry that the line names',
    examples: ({ fill }) => [
      `//npm.example/:_authToken=${fill('0123456789abcdef', 8)}-${fill('0123456789abcdef', 12)}` +
        `-${fill('0123456789abcdef', 12)}\n`,
    ],
    decoys: ['//npm.example/:_authToken=${NPM_TOKEN}\n'],
  },
  {
    id: 'leaked-pypi-token',
    name: 'PyPI API token',
    keywords: ['pypi-ag'],
    insideWords: false,
    severity: 'critical',
    precision: 'very-high',
    generic: false,
    pattern: /(?<![\w-]-)(?<secret>pypi-Ag[\w-]{80,1000})/y,
    after: 1_010,
    prefixLength: 7,
    check: isMacaroon,
    grants: publish,
    revoke: 'in the settings of the account at PyPI, under API tokens',
    examples: (make) => [
      'password = ' +
        `${make.seal(
          `pypi-Ag${make.fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 100)}`,
          (secret) => `pypi-${macaroonOf('pypi.example', secret.slice(7, 43), Buffer.from(secret.slice(43, 75)))}`,
        )}` +
        `\n`,
    ],
    decoys: ['token = pypi-AgEIcHlwaS5vcmc\n'],
  },
  token({
    id: 'leaked-rubygems-token',
    name: 'RubyGems API key',
    shape: 'rubygems_{hex:48}',
    severity: 'critical',
    grants: publish,
    revoke: 'in the settings of the account at RubyGems, under API keys',
  }),
  token({
    id: 'leaked-cargo-token',
    name: 'crates.io API token',
    shape: 'cio{alnum:32}',
    severity: 'critical',
    grants: publish,
    revoke: 'in the settings of the account at crates.io, under API tokens',
  }),
  token({
    id: 'leaked-nuget-key',
    name: 'NuGet API key',
    shape: 'oy2{low36:43}',
    severity: 'critical',
    grants: publish,
    revoke: 'at https://www.nuget.org/account/apikeys',
  }),
  token({
    id: 'leaked-docker-hub-token',
    name: 'Docker Hub personal access token',
    shape: 'dckr_pat_{word:27}',
    severity: 'critical',
    grants: 'read and push images of its owner',
    revoke: 'at https://app.docker.com/settings/personal-access-tokens',
  }),
  token({
    id: 'leaked-docker-hub-organization-token',
    name: 'Docker Hub organization access token',
    shape: 'dckr_oat_{word:32}',
    severity: 'critical',
    grants: 'read and push images of the organization',
    revoke: 'in the settings of the organization at Docker, under Access tokens',
  }),
  token({
    id: 'leaked-jfrog-api-key',
    name: 'JFrog API key',
    shape: 'AKCp{alnum:69}',
    severity: 'high',
    grants: 'read and publish in Artifactory what its owner may',
    revoke: 'in JFrog, in the profile of the user',
  }),
  token({
    id: 'leaked-jfrog-reference-token',
    name: 'JFrog reference token',
    shape: 'cmVmdGtuO{alnum:55}',
    severity: 'high',
    grants: 'read and publish in Artifactory what its owner may',
    revoke: 'in JFrog, under Access tokens',
  }),
  token({
    id: 'leaked-clojars-token',
    name: 'Clojars deploy token',
    shape: 'CLOJARS_{hex:60}',
    severity: 'critical',
    grants: publish,
    revoke: 'at https://clojars.org/tokens',
  }),
  token({
    id: 'leaked-packagist-token',
    name: 'Private Packagist token',
    shape: 'packagist_{uut|oot|ort|out}_{hex:68}',
    severity: 'high',
    grants: 'read the private packages of the organization',
    revoke: 'in Private Packagist, under Authentication tokens',
  }),
  named({
    id: 'leaked-hex-key',
    name: 'Hex API key',
    names: ['hex_api_key'],
    shape: '{hex:32}',
    severity: 'high',
    grants: publish,
    revoke: 'with mix hex.user key revoke',
  }),
  named({
    id: 'leaked-cloudsmith-key',
    name: 'Cloudsmith API key',
    names: ['cloudsmith_api_key', 'cloudsmith_token'],
    shape: '{hex:40}',
    severity: 'high',
    grants: publish,
    revoke: 'at Cloudsmith, in the API settings of the user',
  }),
]
