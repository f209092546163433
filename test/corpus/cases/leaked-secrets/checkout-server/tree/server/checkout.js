const stripe = require('stripe')('{{secret:stripe-live-key}}')

module.exports = async function checkout(request, response) {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: request.body.price, quantity: 1 }],
    success_url: 'https://shop.example/thanks',
  })
  response.json({ url: session.url })
}
