const key = process.env.STRIPE_SECRET_KEY
if (!key || !key.startsWith('sk_live_')) throw new Error('STRIPE_SECRET_KEY must be a live key (sk_live_…)')
const stripe = require('stripe')(key)

module.exports = async function checkout(request, response) {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: request.body.price, quantity: 1 }],
    success_url: 'https://shop.example/thanks',
  })
  response.json({ url: session.url })
}
