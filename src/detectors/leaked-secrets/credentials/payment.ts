import { type Credential, named, token } from '../credential.ts'

const money = 'read customers and payments, and move money as far as the key goes'
const stripe = { revoke: 'at https://dashboard.stripe.com/apikeys' } as const

/** Payments, shops, shipping and money. */
export const payment: readonly Credential[] = [
  token({ ...stripe, id: 'leaked-stripe-secret-key', name: 'Stripe secret key', shape: 'sk_live_{alnum:24-247}', severity: 'critical', grants: money }),
  token({ ...stripe, id: 'leaked-stripe-restricted-key', name: 'Stripe restricted key', shape: 'rk_live_{alnum:24-247}', severity: 'high', grants: money }),
  token({ ...stripe, id: 'leaked-stripe-test-key', name: 'Stripe key of the test mode', shape: '{sk|rk}_test_{alnum:24-247}', keywords: ['sk_test_', 'rk_test_'], severity: 'low', grants: 'read and change what was made for tests' }),
  token({ ...stripe, id: 'leaked-stripe-webhook-secret', name: 'Stripe or Svix webhook secret', shape: 'whsec_{base64:32-64}', severity: 'medium', grants: 'sign events as if the service had sent them', revoke: 'where the webhook was set up, by rolling its secret' }),
  token({ id: 'leaked-square-token', name: 'Square access token', shape: 'sq0atp-{word:22}', severity: 'critical', grants: money, revoke: 'at https://developer.squareup.com/apps' }),
  token({ id: 'leaked-square-oauth-secret', name: 'Square OAuth secret', shape: 'sq0csp-{word:43}', severity: 'high', grants: 'speak for the application', revoke: 'at https://developer.squareup.com/apps' }),
  token({ id: 'leaked-braintree-token', name: 'Braintree access token', shape: 'access_token$production${low36:16}${hex:32}', severity: 'critical', grants: money, revoke: 'in the control panel of Braintree' }),
  token({ id: 'leaked-shopify-access-token', name: 'Shopify access token', shape: 'shpat_{hex:32}', severity: 'critical', grants: 'read and change the shop: orders, customers, products', revoke: 'in the admin of the shop, under Apps' }),
  token({ id: 'leaked-shopify-custom-app-token', name: 'Shopify custom app token', shape: 'shpca_{hex:32}', severity: 'critical', grants: 'read and change the shop: orders, customers, products', revoke: 'in the admin of the shop, under Apps' }),
  token({ id: 'leaked-shopify-private-app-password', name: 'Shopify private app password', shape: 'shppa_{hex:32}', severity: 'critical', grants: 'read and change the shop: orders, customers, products', revoke: 'in the admin of the shop, under Apps' }),
  token({ id: 'leaked-shopify-shared-secret', name: 'Shopify shared secret', shape: 'shpss_{hex:32}', severity: 'high', grants: 'sign as Shopify towards the application', revoke: 'in the partner dashboard of Shopify, at the app' }),
  named({ id: 'leaked-plaid-secret', name: 'Plaid secret', names: ['plaid_secret', 'plaid_secret_production'], shape: '{hex:30}', severity: 'critical', grants: 'read the bank accounts that users connected', revoke: 'at https://dashboard.plaid.com/developers/keys' }),
  named({ id: 'leaked-paypal-secret', name: 'PayPal client secret', names: ['paypal_client_secret', 'paypal_secret'], shape: 'E{word:79}', severity: 'critical', precision: 'medium', grants: money, revoke: 'at https://developer.paypal.com/dashboard/applications' }),
  named({ id: 'leaked-adyen-key', name: 'Adyen API key', names: ['adyen_api_key', 'adyen_key', 'x_api_key'], shape: 'AQE{base64:60-200}', severity: 'high', precision: 'medium', grants: money, revoke: 'in the customer area of Adyen, under API credentials' }),
  token({ id: 'leaked-razorpay-key', name: 'Razorpay key id', shape: 'rzp_live_{alnum:14}', severity: 'medium', grants: 'name the account; with its secret move money', revoke: 'in the dashboard of Razorpay, under API keys' }),
  token({ id: 'leaked-flutterwave-key', name: 'Flutterwave secret key', shape: 'FLWSECK-{hex:32}-X', severity: 'critical', grants: money, revoke: 'in the dashboard of Flutterwave, under API' }),
  named({ id: 'leaked-mollie-key', name: 'Mollie API key', names: ['mollie_api_key', 'mollie_key'], shape: 'live_{alnum:30}', severity: 'critical', precision: 'medium', grants: money, revoke: 'in the dashboard of Mollie, under API keys' }),
  token({ id: 'leaked-paddle-key', name: 'Paddle API key', shape: 'pdl_live_apikey_{low36:26}_{alnum:22}_{alnum:3}', severity: 'critical', grants: money, revoke: 'at https://vendors.paddle.com/authentication-v2' }),
  token({ id: 'leaked-easypost-key', name: 'EasyPost API key', shape: 'EZAK{alnum:54}', severity: 'high', grants: 'buy labels on the bill of the account', revoke: 'at https://app.easypost.com/account/api-keys' }),
  token({ id: 'leaked-shippo-token', name: 'Shippo API token', shape: 'shippo_live_{hex:40}', severity: 'high', grants: 'buy labels on the bill of the account', revoke: 'in the settings of Shippo, under API' }),
  token({ id: 'leaked-duffel-token', name: 'Duffel access token', shape: 'duffel_live_{word:43}', severity: 'high', grants: 'book and cancel flights', revoke: 'in the dashboard of Duffel, under Access tokens' }),
  named({ id: 'leaked-binance-secret', name: 'Binance API secret', names: ['binance_api_secret', 'binance_secret_key', 'binance_secret'], shape: '{alnum:64}', severity: 'critical', grants: 'trade, and move coins as far as the key goes', revoke: 'at https://www.binance.com/en/my/settings/api-management' }),
  named({ id: 'leaked-coinbase-secret', name: 'Coinbase API secret', names: ['coinbase_api_secret', 'coinbase_secret'], shape: '{base64:86}==', severity: 'critical', precision: 'medium', grants: 'trade, and move coins as far as the key goes', revoke: 'at https://portal.cdp.coinbase.com' }),
]
