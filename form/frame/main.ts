import { startCheckout } from './checkout.ts'
import { connectToParent } from './parent-window.ts'

connectToParent(document.title, startCheckout)
