import { meetParent } from './parent-window.ts'
import { startCheckout } from './checkout.ts'

meetParent(document.title, startCheckout)
