import { type Credential, named, token } from '../credential.ts'

const payments = 'read customer data, and create payments and refunds'
const shop = 'read and change orders, customers, and products'
const chain = 'use the quota of the account, at the expense of the owner'

/** Payments, shops, and blockchain services. A link before each entry documents its format. */
export const commerce: readonly Credential[] = [
  // https://paystack.com/docs/api/authentication/
  named({
    id: 'leaked-paystack-key',
    name: 'Paystack secret key',
    names: ['paystack_secret_key', 'paystack_secret', 'paystack_key'],
    shape: 'sk_live_{hex:40}',
    severity: 'critical',
    precision: 'medium',
    grants: payments,
    revoke: 'in the Paystack dashboard under Settings > API Keys & Webhooks',
  }),
  // https://developers.gocardless.com/getting-started/api/making-your-first-request
  named({
    id: 'leaked-gocardless-token',
    name: 'GoCardless access token',
    names: ['gocardless_access_token', 'gocardless_token'],
    shape: 'live_{word:40}',
    severity: 'critical',
    precision: 'medium',
    grants: payments,
    revoke: 'in the GoCardless dashboard under Developers',
  }),
  // https://docs.xendit.co/docs/api-keys
  token({
    id: 'leaked-xendit-key',
    name: 'Xendit secret key',
    shape: 'xnd_production_{alnum:50-80}',
    severity: 'critical',
    grants: payments,
    revoke: 'in the Xendit dashboard under Settings > API Keys',
  }),
  // https://docs.midtrans.com/docs/access-keys
  token({
    id: 'leaked-midtrans-key',
    name: 'Midtrans server key',
    shape: 'Mid-server-{word:24}',
    severity: 'critical',
    grants: payments,
    revoke: 'in the Midtrans dashboard under Settings > Access Keys',
  }),
  // https://apidocs.chargebee.com/docs/api/auth
  named({
    id: 'leaked-chargebee-key',
    name: 'Chargebee API key',
    names: ['chargebee_api_key', 'chargebee_key'],
    shape: 'live_{word:32-60}',
    severity: 'critical',
    precision: 'medium',
    grants: payments,
    revoke: 'in Chargebee under Settings > API Keys',
  }),
  // https://docs.lob.com/#tag/Authentication
  named({
    id: 'leaked-lob-key',
    name: 'Lob API key',
    names: ['lob_api_key', 'lob_key', 'lob_secret_key'],
    shape: 'live_{hex:35}',
    severity: 'high',
    precision: 'medium',
    grants: 'send letters at the expense of the owner, and read addresses',
    revoke: 'in the Lob dashboard under Settings > API Keys',
  }),
  // https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication
  token({
    id: 'leaked-woocommerce-secret',
    name: 'WooCommerce consumer secret',
    shape: 'cs_{hex:40}',
    severity: 'high',
    grants: shop,
    revoke: 'in WooCommerce under Settings > Advanced > REST API',
  }),
  // https://developer.bigcommerce.com/docs/start/authentication/api-accounts
  named({
    id: 'leaked-bigcommerce-token',
    name: 'BigCommerce access token',
    names: ['bigcommerce_access_token', 'bigcommerce_token', 'bc_access_token'],
    shape: '{low36:31}',
    severity: 'high',
    grants: shop,
    revoke: 'in the BigCommerce control panel under Store-level API accounts',
  }),
  // https://developer-docs.amazon.com/sp-api/docs/connecting-to-the-selling-partner-api
  {
    id: 'leaked-selling-partner-token',
    name: 'Amazon Selling Partner refresh token',
    keywords: ['atzr|'],
    insideWords: false,
    severity: 'critical',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>Atzr\|[\w+/-]{80,800}={0,2})(?![\w+/=-])/y,
    after: 820,
    prefixLength: 5,
    grants: shop,
    revoke: 'in Seller Central under Manage Your Apps',
    examples: ({ fill }) => [`refresh_token: "Atzr|${fill('ABCDEFGHIabcdefghi0123456789', 200)}"\n`],
    decoys: ['refresh_token: "Atzr|..."\n'],
  },
  // https://docs.alchemy.com/docs/alchemy-quickstart-guide
  {
    id: 'leaked-alchemy-key',
    name: 'Alchemy API key',
    keywords: ['.g.alchemy.com/v2/', '.g.alchemy.com/nft/'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /\.g\.alchemy\.com\/(?:nft\/)?v\d\/(?<secret>[\w-]{32})(?![\w-])/y,
    after: 80,
    prefixLength: 0,
    grants: chain,
    revoke: 'in the Alchemy dashboard under Apps',
    examples: ({ fill }) => [
      `RPC=https://eth-mainnet.g.alchemy.com/v2/${fill('ABCDEFGHIabcdefghi0123456789_-', 32)}\n`,
    ],
    decoys: ['RPC=https://eth-mainnet.g.alchemy.com/v2/$ALCHEMY_KEY\n'],
  },
  // https://docs.infura.io/api/getting-started
  {
    id: 'leaked-infura-key',
    name: 'Infura API key',
    keywords: ['.infura.io/v3/'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /\.infura\.io\/v3\/(?<secret>[\da-f]{32})(?![\w-])/y,
    after: 60,
    prefixLength: 0,
    grants: chain,
    revoke: 'in the Infura dashboard under API keys',
    examples: ({ fill }) => [`RPC=https://mainnet.infura.io/v3/${fill('0123456789abcdef', 32)}\n`],
    decoys: ['RPC=https://mainnet.infura.io/v3/YOUR-PROJECT-ID\n'],
  },
  // https://docs.blockfrost.io
  named({
    id: 'leaked-blockfrost-key',
    name: 'Blockfrost project token',
    names: ['blockfrost_project_id', 'blockfrost_api_key', 'blockfrost_key'],
    shape: '{mainnet|preprod|preview}{alnum:32}',
    severity: 'low',
    precision: 'medium',
    grants: chain,
    revoke: 'in the Blockfrost dashboard',
  }),
  // https://docs.etherscan.io/getting-started/viewing-api-usage-statistics
  named({
    id: 'leaked-etherscan-key',
    name: 'Etherscan API key',
    names: ['etherscan_api_key', 'polygonscan_api_key', 'bscscan_api_key', 'arbiscan_api_key'],
    shape: '{up36:34}',
    severity: 'low',
    grants: chain,
    revoke: 'at https://etherscan.io/myapikey',
  }),
]
