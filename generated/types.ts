// Generated from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/v1/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkout sessions
         * @description Returns the sessions of the key's mode, newest first, in pages. A page with fewer sessions than `limit` is the last one.
         */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Creates a checkout session. Then send its `client_secret` to the browser, or send the customer to its `url`.
         */
        post: operations["createCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a checkout session
         * @description Returns one session. If it is `processing`, the service asks the bank first, so the reply shows the current state.
         */
        get: operations["retrieveCheckoutSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a paid session
         * @description Returns money to the card that paid: `amount`, or everything that is not yet refunded.
         */
        post: operations["refundCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a checkout session
         * @description Closes an open session: it becomes `expired`, and the `session.expired` event is sent.
         */
        post: operations["expireCheckoutSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Returns the refunds of the key's mode, newest first, in pages.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a refund
         * @description Returns one refund in its current state.
         */
        get: operations["retrieveRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/checkout/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search checkout sessions
         * @description Returns the sessions of the key's mode that match every filter you give, newest first, in pages.
         */
        get: operations["searchCheckoutSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Returns the disputes of the key's mode, newest first, in pages.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a dispute
         * @description Returns one dispute in its current state.
         */
        get: operations["retrieveDispute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the webhook address
         * @description Sets the webhook address of the key's mode. It replaces the old address and creates a new secret.
         */
        post: operations["setWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the webhook address
         * @description Returns the webhook address of the key's mode, without its secret.
         */
        get: operations["retrieveWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove the webhook address
         * @description Removes the webhook address of the key's mode, and its secrets. The service keeps later events and does not deliver them; it abandons waiting deliveries.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoint/next_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the next signing secret
         * @description Creates the next signing secret, and replaces an earlier one that is not in use yet. Deliveries are still signed with the current secret, so add this one to your receiver first.
         */
        post: operations["createNextSigningSecret"];
        /**
         * Delete the next signing secret
         * @description Deletes the next secret, if there is one. The current secret stays in use.
         */
        delete: operations["deleteNextSigningSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoint/next_secret/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with the next secret
         * @description Signs every delivery with the next secret from now on, and deletes the old one. A repeated call changes nothing.
         */
        post: operations["useNextSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the key's mode, newest first, in pages. To follow new events without missing any, use `ending_before` with `wait`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description Returns one event as it was delivered.
         */
        get: operations["retrieveEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an event
         * @description Sends an event again to the current webhook address of the mode.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event_resends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List resends
         * @description Returns the resends of the key's mode in the last hour, newest first, in pages. The list contains resends without a webhook address too. `servicepay listen` uses it.
         */
        get: operations["listEventResends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API requests
         * @description Returns the recorded requests of the key's mode, newest first, in pages. Test mode keeps each request for 24 hours, and at most the newest 1,000. Failed requests of both modes stay for seven days, at most 1,000 of each hour. A request appears about a second after its reply. Successful reads of this record are not in it.
         */
        get: operations["listApiRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an API request
         * @description Returns one recorded request, in test mode with both bodies.
         */
        get: operations["retrieveApiRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up for the sandbox
         * @description Creates a test account and returns its secret key at once. It needs no password.
         */
        post: operations["signUpForSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/encryption_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the encryption key
         * @description Returns the public key to encrypt the next card with.
         */
        get: operations["retrieveEncryptionKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the form's session
         * @description Returns the session of the client secret, with the card attempts of this visitor only.
         */
        get: operations["retrieveFormSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a card
         * @description Sends an encrypted card to the bank. The reply comes when the bank has answered; it is `processing` when that takes longer. The customer gets mails in the language of the `Accept-Language` header.
         */
        post: operations["submitCardAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/card_networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retrieve the networks of a card
         * @description Returns the networks of a co-badged card. The digits are in the body, because addresses end up in logs.
         */
        post: operations["retrieveCardNetworks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/attempts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a card attempt
         * @description Returns one card attempt of this visitor in its current state. To anyone else, the attempt does not exist.
         */
        get: operations["retrieveCardAttempt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/attempts/{id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abandon a card attempt
         * @description Tells the bank that the customer has cancelled 3-D Secure. Returns the card attempt in its current state. Only the visitor who submitted the card can cancel. The call has no effect on an attempt that is not waiting for the customer.
         */
        post: operations["abandonCardAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/form/payment_links/{code}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a payment link's checkout
         * @description Opens the checkout of a payment link: the shared one for a one-off link, a new one for a reusable link.
         */
        post: operations["openLinkCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Returns the links of the key's mode, newest first, in pages.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Creates a short address that opens a checkout.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description Returns one link with its totals.
         */
        get: operations["retrievePaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a payment link
         * @description Closes a link. A checkout that is still waiting for the customer closes too; one that is already with the bank finishes.
         */
        post: operations["deactivatePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a session in test mode
         * @description Pays a session without a browser, on the same path as a real payment. The reply shows the session after the bank's first answer. With `background_check`, `challenge`, `no_answer` and `late_approval` that is `processing`, and the bank decides later: read the session again, or wait for its event.
         */
        post: operations["testPaySession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/complete_challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a challenge in test mode
         * @description Ends the confirmation window of a session that waits for a `challenge`.
         */
        post: operations["testCompleteChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a session in test mode
         * @description Expires an open session as if its `expires_at` had passed.
         */
        post: operations["testExpireSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/dispute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a dispute in test mode
         * @description Opens a chargeback on a paid session, as the cardholder's bank would. The simulated bank takes no answers: at `respond_by`, after 30 days, it decides for the cardholder, unless `close_dispute` has decided before.
         */
        post: operations["testDisputeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/close_dispute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a dispute in test mode
         * @description Closes the dispute of a session.
         */
        post: operations["testCloseDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/checkout/sessions/{id}/second_approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a paid session twice in test mode
         * @description Simulates a second approval of a session that is already paid. The service refunds it automatically.
         */
        post: operations["testSecondApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_links/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a link in test mode
         * @description Pays a link without a browser, as a customer who opens it would. The reply is the session that takes the payment: the shared one of a one-off link, or a new one of a reusable link.
         */
        post: operations["testPayLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_links/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a payment link in test mode
         * @description Expires an active link as if its `expires_at` had passed.
         */
        post: operations["testExpirePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_links/{id}/duplicate_payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a one-off link twice in test mode
         * @description Simulates a second customer's payment on a one-off link that is already paid. The service refunds it automatically.
         */
        post: operations["testDuplicateLinkPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/refunds/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a refund in test mode
         * @description Settles a pending refund, as the bank would.
         */
        post: operations["testSettleRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/refunds/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a refund in test mode
         * @description Fails a refund that had succeeded, as when the card's account is closed and the money comes back days later. `amount_refunded` of the session goes down again, a `refunded` session is `paid` again, and `session.refund_failed` follows.
         */
        post: operations["testReverseRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the clock in test mode
         * @description Returns the time of your account in test mode.
         */
        get: operations["testRetrieveClock"];
        put?: never;
        /**
         * Move time in test mode
         * @description Moves the time of your account forward. Everything that becomes due on the way happens at its time and in its order: sessions and links expire, deliveries are retried, the bank finishes its checks, pending refunds settle, and unanswered disputes are lost. Other accounts and live mode stay in real time. An account can be a year ahead of real time in all. A long way may outlast the call: `status` is then `advancing`, and the time is on its way.
         */
        post: operations["testAdvanceClock"];
        /**
         * Return to real time in test mode
         * @description Returns your account to real time. Objects keep their times, even those that lie in the future now. What is due later waits until real time reaches it.
         */
        delete: operations["testResetClock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the faults in test mode
         * @description Returns the faults that your account causes in test mode.
         */
        get: operations["testRetrieveFaults"];
        put?: never;
        /**
         * Begin faults in test mode
         * @description Lets a share of your account's own calls and events in test mode go wrong, so that you see what your integration does on a bad day. A reply with a fault has the header `Servicepay-Fault`. Calls of this helper and of customers never have one. Replaces the faults before, and ends by itself.
         */
        post: operations["testBeginFaults"];
        /**
         * End faults in test mode
         * @description Ends the faults of your account.
         */
        delete: operations["testEndFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Empty test mode
         * @description Empties the test mode of your account: sessions, refunds, disputes, payment links, events, deliveries, recorded requests and Idempotency-Keys. It deletes what was there when the call came. While a payment or a refund is with the bank, it refuses and deletes nothing.
         */
        post: operations["testReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/situations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List situations
         * @description Returns the situations that the service can set up in your account.
         */
        get: operations["testListSituations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/situations/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a situation
         * @description Sets up a situation in your account, beside what it has: it makes payments, refunds, disputes or links with the calls of this contract, and moves the time of the account forward where its story takes time. One situation at a time. A step that fails ends it: `status` is then `incomplete`, and `ids` names what the account has. Each call makes everything again.
         */
        post: operations["testSetUpSituation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.completed
         * @description A session was paid. Sent once per session.
         */
        post: operations["onSessionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.failed
         * @description The last allowed card attempt failed.
         */
        post: operations["onSessionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.expired
         * @description A session was not paid in time. For a session of a payment link (`payment_link` is not null) it says that a visitor who had started did not pay: the link itself may still be paid, so read its `status` before you cancel an order. A link that somebody only opened sends none.
         */
        post: operations["onSessionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.refunded
         * @description A refund succeeded. After a partial refund `status` stays `paid`; after a full one it is `refunded`.
         */
        post: operations["onSessionRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.refund_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.refund_failed
         * @description A refund failed: no money was returned, and you can refund the amount again. `amount_refunded` is unchanged if the refund was `pending`. If it had succeeded, as the bank reports rarely and days later, `amount_refunded` goes down by its amount, and a `refunded` session is `paid` again.
         */
        post: operations["onSessionRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.disputed
         * @description The cardholder's bank opened a chargeback. The session is `disputed`, unless it has no money of yours: a refunded, expired or failed session keeps its status.
         */
        post: operations["onSessionDisputed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.dispute_closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.dispute_closed
         * @description A chargeback closed in your favour. This may not be final: a second chargeback can follow, which sends `session.disputed` again.
         */
        post: operations["onSessionDisputeClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.dispute_lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.dispute_lost
         * @description A chargeback closed in the cardholder's favour. The session keeps its status, and the money does not come back.
         */
        post: operations["onSessionDisputeLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.duplicate_refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.duplicate_refunded
         * @description A second approval reached an already paid session and was refunded automatically.
         */
        post: operations["onSessionDuplicateRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_link.paid
         * @description A one-off payment link was paid.
         */
        post: operations["onPaymentLinkPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_link.duplicate_payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_link.duplicate_payment
         * @description A second payment reached an already paid one-off link and was refunded automatically.
         */
        post: operations["onPaymentLinkDuplicatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * test.ping
         * @description A test event, sent by the dashboard's test button.
         */
        post: operations["onTestPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The merchant account needs to be set up by support. */
        AccountConfiguration: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "account_configuration";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A postal address. Every part is optional.
         * @example {
         *       "line1": "1 High Street",
         *       "city": "London",
         *       "postal_code": "SW1A 1AA",
         *       "country": "GB"
         *     }
         */
        Address: {
            /** @description House number and street, or PO box. */
            line1?: string;
            /** @description Flat, suite, building or company. */
            line2?: string;
            /** @description City or town. */
            city?: string;
            /** @description Postal code or ZIP code. */
            postal_code?: string;
            /** @description Code of the state or province, such as `CA`. */
            state?: string;
            /** @description Country code: two letters, ISO 3166-1, in either case. */
            country?: components["schemas"]["Country"];
        };
        /**
         * @description An amount in the smallest unit of the currency (pence, cents, yen).
         * @example 2500
         */
        Amount: number;
        /** @description The amount is above the limit for this key. */
        AmountTooLarge: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "amount_too_large";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A request that the service answered, without its body.
         * @example {
         *       "id": "log_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "api_request",
         *       "created": "2026-11-21T10:15:30.000Z",
         *       "method": "POST",
         *       "path": "/v1/checkout/sessions",
         *       "status": 400,
         *       "code": "parameter_invalid",
         *       "param": "amount",
         *       "request_id": "req_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "duration_ms": 3,
         *       "fault": null
         *     }
         */
        ApiRequest: {
            /** @description Id of the entry: `log_…`. */
            id: components["schemas"]["ApiRequestId"];
            /**
             * @description Type of the object: always `api_request`.
             * @constant
             */
            object: "api_request";
            /** @description When the service answered the request, in real time. */
            created: components["schemas"]["Timestamp"];
            /** @description Method of the request. */
            method: string;
            /** @description Path and query of the request, without personal data. */
            path: string;
            /** @description HTTP status of the reply. */
            status: number;
            /** @description Error code of the reply. Null: the request succeeded. */
            code: string | null;
            /** @description Parameter that the error is about. Null when it is about no parameter. */
            param: string | null;
            /** @description Id of the request, as in the reply: `req_…`. */
            request_id: string;
            /** @description Milliseconds from the request to the reply. */
            duration_ms: number;
            /** @description What went wrong with the request because the account wanted it in test mode. Null: nothing. */
            fault: components["schemas"]["CallFault"] | null;
        };
        /**
         * @description Id of a recorded request, with the prefix `log_`.
         * @example log_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        ApiRequestId: string;
        /**
         * @description Recorded requests, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "log_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "api_request",
         *           "created": "2026-11-21T10:15:30.000Z",
         *           "method": "POST",
         *           "path": "/v1/checkout/sessions",
         *           "status": 400,
         *           "code": "parameter_invalid",
         *           "param": "amount",
         *           "request_id": "req_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "duration_ms": 3,
         *           "fault": null
         *         }
         *       ]
         *     }
         */
        ApiRequestList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more requests after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The requests, newest first. */
            data: components["schemas"]["ApiRequest"][];
        };
        /**
         * @description Which requests a list contains.
         * @enum {string}
         */
        ApiRequestOutcome: "any" | "failed";
        /** @description The session inside a card attempt, with the number of attempts and the address to send the customer to. */
        AttemptSession: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `form_session`.
             * @constant
             */
            object: "form_session";
            /** @description State of the session. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description What the customer pays for. Null when the merchant gave no text. */
            description: string | null;
            /** @description Name of the merchant. Null when it is not known. */
            merchant_name: string | null;
            /** @description The merchant's order id. Null when the merchant gave none. */
            reference: string | null;
            /** @description Email address of the merchant for customers' questions. Null when the merchant gave none. */
            support_email: string | null;
            /** @description The merchant's terms and conditions. Null when the merchant gave no address. */
            terms_url: components["schemas"]["HttpsUrl"] | null;
            /** @description The merchant's privacy policy. Null when the merchant gave no address. */
            privacy_url: components["schemas"]["HttpsUrl"] | null;
            /** @description What the form asks the customer for. */
            needs: components["schemas"]["FormNeeds"];
            /** @description Card brands that can pay this session, as in `payment.card_brand`. Empty when they are not known; the bank then decides. */
            accepted_brands: string[];
            /** @description Number of cards that the customer may still try. All visitors of a one-off link share the number. Null before the visitor's first card attempt. */
            attempts_left: number | null;
            /** @description Why the visitor's last card attempt failed, on an open or failed session. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure for the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The visitor's last card attempt, or the one that paid. Null before the first one: the attempts of other visitors are not shown. */
            last_attempt: components["schemas"]["LastAttempt"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The service's current time. Count down from it, because the customer's clock may be wrong. */
            server_time: components["schemas"]["Timestamp"];
            /** @description Target of the cancel link. Null when the merchant gave none. */
            cancel_url: string | null;
            /** @description The complete thank-you address with its query. Null until the session is paid, and when there is no such address. For the checkout of a one-off link, null unless this visitor paid. */
            redirect_url: string | null;
            /** @description The customer's receipt. Null until money was taken. For the checkout of a one-off link, which all visitors of the link share, null unless this visitor paid. */
            receipt: components["schemas"]["FormReceipt"] | null;
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Where the customer goes after paying. Null when the merchant gave none, or somebody else may pay. */
            success_url: string | null;
        };
        /**
         * @description What the form knows about the customer's browser. The service adds the IP address and the headers of the request.
         * @example {
         *       "color_depth": 24,
         *       "screen_width": 1280,
         *       "screen_height": 800,
         *       "time_zone_offset": -60,
         *       "language": "en-GB",
         *       "page_origin": "https://shop.example"
         *     }
         */
        BrowserParams: {
            /** @description Bits of each pixel: `screen.colorDepth`. */
            color_depth: number;
            /** @description Width of the screen in pixels. */
            screen_width: number;
            /** @description Height of the screen in pixels. */
            screen_height: number;
            /** @description Minutes between UTC and the local time, positive west of UTC: `Date.getTimezoneOffset()`. */
            time_zone_offset: number;
            /** @description Language of the browser, as a language tag: `navigator.language`. */
            language: string;
            /** @description Origin of the page with the form. Only the bank reads it. */
            page_origin?: string | null;
        };
        /**
         * @description What can happen to a call. `latency`: it waits before it is carried out. `rate_limited`, `internal_error`: it gets this error, and nothing is carried out. `dropped_reply`: it is carried out, and the connection closes without a reply.
         * @enum {string}
         */
        CallFault: "latency" | "rate_limited" | "internal_error" | "dropped_reply";
        /**
         * @description One attempt to pay with a card.
         * @example {
         *       "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "card_attempt",
         *       "status": "processing",
         *       "challenge_url": null,
         *       "challenge_page": null,
         *       "challenge_kind": null,
         *       "abandoned": false,
         *       "left_at_bank": false,
         *       "visitor_token": "mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u",
         *       "session": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "form_session",
         *         "status": "processing",
         *         "livemode": false,
         *         "amount": 2500,
         *         "currency": "GBP",
         *         "description": "Two tickets",
         *         "merchant_name": "Ada's Tickets",
         *         "reference": "order-1001",
         *         "support_email": "help@shop.example",
         *         "terms_url": "https://shop.example/terms",
         *         "privacy_url": null,
         *         "needs": {
         *           "email": false,
         *           "billing_address": true
         *         },
         *         "accepted_brands": [
         *           "visa",
         *           "mastercard",
         *           "amex"
         *         ],
         *         "attempts_left": 4,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "last_attempt": {
         *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "status": "processing",
         *           "challenge_url": null,
         *           "challenge_page": null,
         *           "challenge_kind": null,
         *           "abandoned": false,
         *           "left_at_bank": false
         *         },
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "server_time": "2026-11-21T10:17:01.000Z",
         *         "cancel_url": null,
         *         "redirect_url": null,
         *         "receipt": null,
         *         "attempts": 1,
         *         "success_url": "https://shop.example/thank-you"
         *       }
         *     }
         */
        CardAttempt: {
            /** @description Id of the card attempt: `att_…`. */
            id: components["schemas"]["CardAttemptId"];
            /**
             * @description Type of the object: always `card_attempt`.
             * @constant
             */
            object: "card_attempt";
            /** @description State of the attempt. */
            status: components["schemas"]["CardAttemptStatus"];
            /** @description Where the customer confirms the payment. Null unless `status` is `challenge`. */
            challenge_url: string | null;
            /** @description Path of the service's page for this step of 3-D Secure, which frames the bank's page and has a way to cancel. Null unless `status` is `challenge`. */
            challenge_page: string | null;
            /** @description What `challenge_page` is for. `confirmation`: show it to the customer. `fingerprint`: load it in a hidden frame, so that the bank recognises the device. Null unless `status` is `challenge`. */
            challenge_kind: components["schemas"]["ChallengeKind"] | null;
            /** @description True when the customer cancelled the bank's confirmation. The attempt failed and nothing was charged. It does not count as a refused card. */
            abandoned: boolean;
            /** @description True when the customer cancelled the bank's confirmation, and the bank has not confirmed that it takes no money. Money that it takes goes back to the card. The attempt failed, and it does not count as a refused card. */
            left_at_bank: boolean;
            /** @description Proves in later calls that they come from the visitor who submitted the card: the header `Visitor-Token`. The token of the request, or a new one if the request had none. */
            visitor_token: components["schemas"]["VisitorToken"];
            /** @description The session that the card is for. */
            session: components["schemas"]["AttemptSession"];
        };
        /**
         * @description A card to pay with, and what the form asked the customer for.
         * @example {
         *       "encrypted_card": "eyJhbGciOiJFQ0RILUVTIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji.XFBoMYUZodetZdvTiFvSkQ",
         *       "email": "ada@example.com"
         *     }
         */
        CardAttemptCreateParams: {
            /** @description The card details as a compact JWE (RFC 7516), with the `alg` and `kid` of the published key and `enc` set to `A256GCM`. */
            encrypted_card: string;
            /** @description The customer's email address. The session gets it when this attempt pays, unless the merchant gave one. */
            email?: components["schemas"]["Email"] | null;
            /** @description The billing address. The session gets it when this attempt pays, unless the merchant gave one. */
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description The network that the customer chose for a co-badged card: one of `networks` in the reply of `POST /v1/form/card_networks`. Without it, the bank chooses. */
            card_network?: components["schemas"]["CardNetwork"] | null;
            /** @description The customer's browser, for 3-D Secure 2. Without it, the bank may refuse the payment or ask the customer more often. */
            browser?: components["schemas"]["BrowserParams"] | null;
        };
        /**
         * @description Id of a card attempt, with the prefix `att_`.
         * @example att_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        CardAttemptId: string;
        /**
         * @description `processing`: the bank has not answered yet. `challenge`: the customer must confirm at `challenge_url`. `approved`: the bank took the money. `failed`: the attempt failed.
         * @enum {string}
         */
        CardAttemptStatus: "processing" | "challenge" | "approved" | "failed";
        /**
         * @description A card network, such as `cartes_bancaires` or `visa`.
         * @example cartes_bancaires
         */
        CardNetwork: string;
        /**
         * @description The networks between which the customer of a co-badged card may choose.
         * @example {
         *       "object": "card_networks",
         *       "networks": [
         *         "cartes_bancaires",
         *         "visa"
         *       ]
         *     }
         */
        CardNetworks: {
            /**
             * @description Type of the object: always `card_networks`.
             * @constant
             */
            object: "card_networks";
            /** @description The networks, such as `cartes_bancaires`, `bancontact`, `dankort`, `eftpos` or a card brand. The bank uses the first when the customer chooses none. Empty when there is nothing to choose, or when the bank gave no answer. */
            networks: components["schemas"]["CardNetwork"][];
        };
        /**
         * @description The first digits of a card number that the customer is typing.
         * @example {
         *       "first_digits": "40355010"
         *     }
         */
        CardNetworksParams: {
            /** @description The first eight digits of the card number, and no more. */
            first_digits: string;
        };
        /** @description The card details were not encrypted by the service's form. */
        CardNotEncrypted: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "card_not_encrypted";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description What the sandbox bank does with a card. Each value has its own test card, and the page on test cards explains it.
         * @default approved
         * @enum {string}
         */
        CardScenario: "approved" | "background_check" | "challenge" | "declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration" | "no_answer" | "late_approval" | "refund_pending" | "refund_failed" | "refund_unavailable";
        /**
         * @description A step of 3-D Secure. `confirmation`: the customer confirms the payment at the bank. `fingerprint`: the bank recognises the device, without the customer.
         * @enum {string}
         */
        ChallengeKind: "confirmation" | "fingerprint";
        /**
         * @description What the customer does in the confirmation window. `abandoned`: the customer cancels it, which does not count as a refused card.
         * @enum {string}
         */
        ChallengeOutcome: "approved" | "declined" | "abandoned";
        /**
         * @description A checkout session as your server sees it.
         * @example {
         *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "checkout.session",
         *       "status": "paid",
         *       "livemode": false,
         *       "amount": 2500,
         *       "amount_refunded": 0,
         *       "currency": "GBP",
         *       "reference": "order-1001",
         *       "description": "Two tickets",
         *       "customer": {
         *         "email": "ada@example.com"
         *       },
         *       "billing_address": null,
         *       "shipping_address": null,
         *       "success_url": "https://shop.example/thank-you",
         *       "cancel_url": null,
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "attempts": 1,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "payment": {
         *         "card_brand": "visa",
         *         "card_last4": "0085",
         *         "three_d_secure": null,
         *         "authorization_code": "831000",
         *         "paid_at": "2026-11-21T10:17:02.412Z"
         *       },
         *       "paid_at": "2026-11-21T10:17:02.412Z",
         *       "created_at": "2026-11-21T10:15:30.000Z",
         *       "metadata": {
         *         "order": "1001"
         *       },
         *       "payment_link": null,
         *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
         *     }
         */
        CheckoutSession: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `checkout.session`.
             * @constant
             */
            object: "checkout.session";
            /** @description State of the session. Fulfil the order only when your server sees `paid`. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Amount refunded so far, in the smallest unit of the currency. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. Null when you gave none. */
            reference: string | null;
            /** @description Text that the form shows to the customer. Null when you gave none. */
            description: string | null;
            /** @description The customer. An empty object when nothing is known. */
            customer: components["schemas"]["Customer"];
            /** @description Billing address. Null until you or the customer supply one. */
            billing_address: components["schemas"]["Address"] | null;
            /** @description Shipping address. Null when you gave none. */
            shipping_address: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. Null when you gave none. */
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Why the last card attempt on an open or failed session failed. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure that you can show to the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The payment. Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            /** @description When the session was paid. Null until then. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["Metadata"];
            /** @description Id of the payment link that this session came from. Null when it came from none. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            /** @description Opens this session in the browser, and is the only value to send there. Form: `<session_id>_secret_<suffix>`. Never in webhooks. */
            client_secret: string;
            /**
             * Format: uri
             * @description URL of the hosted checkout page. Send the customer there if you do not embed the form. Never in webhooks.
             */
            url: string;
        };
        /**
         * @description The fields of a new checkout session.
         * @example {
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "reference": "order-1001",
         *       "description": "Two tickets",
         *       "customer": {
         *         "email": "ada@example.com"
         *       },
         *       "success_url": "https://shop.example/thank-you",
         *       "metadata": {
         *         "order": "1001"
         *       }
         *     }
         */
        CheckoutSessionCreateParams: {
            /**
             * @description Amount to pay: 1 to 99,999,999, in the smallest unit of the currency.
             * @example 2500
             */
            amount: number;
            /** @description Currency code: three letters, ISO 4217, in either case. It must be enabled on your account. */
            currency: components["schemas"]["CurrencyInput"];
            /** @description Your own order id. Reads and webhooks return it, and you can filter lists by it. */
            reference?: string | null;
            /** @description Text that the form shows to the customer. */
            description?: string | null;
            /** @description What you know about the customer. The form does not ask again for an email that you supply. */
            customer?: components["schemas"]["CustomerInput"] | null;
            /** @description Billing address. When absent, the form asks the customer for it. */
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description Shipping address. Reads and webhooks return it. */
            shipping_address?: components["schemas"]["AddressInput"] | null;
            /** @description Where the customer goes after paying; the service adds `session_id` and `reference` to its query. When absent, the dashboard's setting applies; without that, the customer stays on the payment page. */
            success_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. */
            cancel_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description Seconds until an unpaid session expires; 1,800 (30 minutes) when you leave it out. */
            expires_in?: components["schemas"]["SessionLifetime"] | null;
            /** @description Your own data: up to 20 entries with string values. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * @description A checkout session as events carry it, without `client_secret` and `url`.
         * @example {
         *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "checkout.session",
         *       "status": "paid",
         *       "livemode": false,
         *       "amount": 2500,
         *       "amount_refunded": 0,
         *       "currency": "GBP",
         *       "reference": "order-1001",
         *       "description": "Two tickets",
         *       "customer": {
         *         "email": "ada@example.com"
         *       },
         *       "billing_address": null,
         *       "shipping_address": null,
         *       "success_url": "https://shop.example/thank-you",
         *       "cancel_url": null,
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "attempts": 1,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "payment": {
         *         "card_brand": "visa",
         *         "card_last4": "0085",
         *         "three_d_secure": null,
         *         "authorization_code": "831000",
         *         "paid_at": "2026-11-21T10:17:02.412Z"
         *       },
         *       "paid_at": "2026-11-21T10:17:02.412Z",
         *       "created_at": "2026-11-21T10:15:30.000Z",
         *       "metadata": {
         *         "order": "1001"
         *       },
         *       "payment_link": null
         *     }
         */
        CheckoutSessionData: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `checkout.session`.
             * @constant
             */
            object: "checkout.session";
            /** @description State of the session. Fulfil the order only when your server sees `paid`. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Amount refunded so far, in the smallest unit of the currency. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. Null when you gave none. */
            reference: string | null;
            /** @description Text that the form shows to the customer. Null when you gave none. */
            description: string | null;
            /** @description The customer. An empty object when nothing is known. */
            customer: components["schemas"]["Customer"];
            /** @description Billing address. Null until you or the customer supply one. */
            billing_address: components["schemas"]["Address"] | null;
            /** @description Shipping address. Null when you gave none. */
            shipping_address: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. Null when you gave none. */
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Why the last card attempt on an open or failed session failed. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure that you can show to the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The payment. Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            /** @description When the session was paid. Null until then. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["Metadata"];
            /** @description Id of the payment link that this session came from. Null when it came from none. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
        };
        /**
         * @description Id of a checkout session, with the prefix `cs_test_` in test mode and `cs_live_` in live mode.
         * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        CheckoutSessionId: string;
        /**
         * @description Checkout sessions, newest first.
         * @example {
         *       "object": "list",
         *       "data": [
         *         {
         *           "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "checkout.session",
         *           "status": "paid",
         *           "livemode": false,
         *           "amount": 2500,
         *           "amount_refunded": 0,
         *           "currency": "GBP",
         *           "reference": "order-1001",
         *           "description": "Two tickets",
         *           "customer": {
         *             "email": "ada@example.com"
         *           },
         *           "billing_address": null,
         *           "shipping_address": null,
         *           "success_url": "https://shop.example/thank-you",
         *           "cancel_url": null,
         *           "expires_at": "2026-11-21T10:45:30.000Z",
         *           "attempts": 1,
         *           "failure_code": null,
         *           "failure_message": null,
         *           "payment": {
         *             "card_brand": "visa",
         *             "card_last4": "0085",
         *             "three_d_secure": null,
         *             "authorization_code": "831000",
         *             "paid_at": "2026-11-21T10:17:02.412Z"
         *           },
         *           "paid_at": "2026-11-21T10:17:02.412Z",
         *           "created_at": "2026-11-21T10:15:30.000Z",
         *           "metadata": {
         *             "order": "1001"
         *           },
         *           "payment_link": null,
         *           "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
         *         }
         *       ]
         *     }
         */
        CheckoutSessionList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description The sessions, newest first. */
            data: components["schemas"]["CheckoutSession"][];
        };
        /**
         * @description The checkout sessions that match, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "checkout.session",
         *           "status": "paid",
         *           "livemode": false,
         *           "amount": 2500,
         *           "amount_refunded": 0,
         *           "currency": "GBP",
         *           "reference": "order-1001",
         *           "description": "Two tickets",
         *           "customer": {
         *             "email": "ada@example.com"
         *           },
         *           "billing_address": null,
         *           "shipping_address": null,
         *           "success_url": "https://shop.example/thank-you",
         *           "cancel_url": null,
         *           "expires_at": "2026-11-21T10:45:30.000Z",
         *           "attempts": 1,
         *           "failure_code": null,
         *           "failure_message": null,
         *           "payment": {
         *             "card_brand": "visa",
         *             "card_last4": "0085",
         *             "three_d_secure": null,
         *             "authorization_code": "831000",
         *             "paid_at": "2026-11-21T10:17:02.412Z"
         *           },
         *           "paid_at": "2026-11-21T10:17:02.412Z",
         *           "created_at": "2026-11-21T10:15:30.000Z",
         *           "metadata": {
         *             "order": "1001"
         *           },
         *           "payment_link": null,
         *           "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
         *         }
         *       ]
         *     }
         */
        CheckoutSessionSearchResult: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more sessions after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The sessions, newest first. */
            data: components["schemas"]["CheckoutSession"][];
        };
        /**
         * @description `open`: waiting for the customer. `processing`: a card attempt is with the bank. `paid`: the money was taken.
         *     `failed`: the last allowed attempt failed. `expired`: not paid in time. `refunded`: fully refunded.
         *     `disputed`: the cardholder's bank opened a chargeback.
         * @enum {string}
         */
        CheckoutSessionStatus: "open" | "processing" | "paid" | "failed" | "expired" | "refunded" | "disputed";
        /**
         * Format: iso-3166
         * @description A country code: two letters, ISO 3166-1, in either case.
         * @example GB
         */
        Country: string;
        /**
         * @description A currency code: three letters, ISO 4217, upper case.
         * @example GBP
         */
        Currency: string;
        /**
         * Format: iso-4217
         * @description A currency code: three letters, ISO 4217, in either case. Replies use upper case.
         * @example GBP
         */
        CurrencyInput: string;
        /** @description This currency is not enabled on the account. */
        CurrencyNotEnabled: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "currency_not_enabled";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description The webhook address of a mode, without its secret.
         * @example {
         *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "webhook_endpoint",
         *       "url": "https://shop.example/webhooks",
         *       "livemode": false,
         *       "created_at": "2026-11-21T10:15:30.000Z",
         *       "next_secret_created_at": null
         *     }
         */
        CurrentWebhookEndpoint: {
            /** @description Id of the webhook endpoint: `we_…`. */
            id: string;
            /**
             * @description Type of the object: always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * Format: uri
             * @description The address that receives the events.
             */
            url: string;
            /** @description True when the address receives live events, false for test events. */
            livemode: boolean;
            /** @description When the address was set. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the next secret was created. Null while there is none. */
            next_secret_created_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The customer. Only the keys that you supplied, or that the customer filled in, appear.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        Customer: {
            /** @description Email address of the customer. When present, the form does not ask for it. */
            email?: components["schemas"]["Email"];
            /** @description Full name of the customer. */
            name?: string;
            /** @description Phone number of the customer, in any format. */
            phone?: string;
        };
        /**
         * @description A webhook address that was removed.
         * @example {
         *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "webhook_endpoint",
         *       "url": "https://shop.example/webhooks",
         *       "livemode": false,
         *       "deleted": true
         *     }
         */
        DeletedWebhookEndpoint: {
            /** @description Id of the removed webhook endpoint: `we_…`. */
            id: string;
            /**
             * @description Type of the object: always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * Format: uri
             * @description The address that was removed.
             */
            url: string;
            /** @description True when the address received live events, false for test events. */
            livemode: boolean;
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
        };
        /**
         * @description A dispute: the cardholder's bank asks about a payment, or takes its money back.
         * @example {
         *       "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "dispute",
         *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "status": "open",
         *       "stage": "chargeback",
         *       "reason": "fraudulent",
         *       "opened_at": "2026-11-24T09:41:00.000Z",
         *       "respond_by": "2026-12-08T09:41:00.000Z",
         *       "closed_at": null,
         *       "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
         *     }
         */
        Dispute: {
            /** @description Id of the dispute: `dp_…`. */
            id: components["schemas"]["DisputeId"];
            /**
             * @description Type of the object: always `dispute`.
             * @constant
             */
            object: "dispute";
            /** @description Id of the disputed session. */
            session: string;
            /**
             * @description Amount that the bank took back, or asks about, in the smallest unit of `currency`. Fees and exchange rates can make it higher or lower than the payment.
             * @example 2500
             */
            amount: number;
            /** @description Currency in which the bank reported the amount: three letters, ISO 4217, upper case. It can differ from the currency of the payment. */
            currency: components["schemas"]["Currency"];
            /** @description State of the dispute. */
            status: components["schemas"]["DisputeStatus"];
            /** @description How far the dispute has come. */
            stage: components["schemas"]["DisputeStage"];
            /** @description Why the cardholder disputes the payment. Null when the bank gave no reason. */
            reason: components["schemas"]["DisputeReason"] | null;
            /** @description When the bank opened the dispute. */
            opened_at: components["schemas"]["Timestamp"];
            /** @description Until when you can answer the dispute at your bank. Null when the bank set no time. */
            respond_by: components["schemas"]["Timestamp"] | null;
            /** @description When the bank decided. Null while the dispute is open. */
            closed_at: components["schemas"]["Timestamp"] | null;
            /** @description Id of the dispute at the acquirer, which you name when you answer it. */
            processor_reference: string;
        };
        /**
         * @description Id of a dispute, with the prefix `dp_`.
         * @example dp_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        DisputeId: string;
        /**
         * @description Disputes, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "dispute",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 2500,
         *           "currency": "GBP",
         *           "status": "open",
         *           "stage": "chargeback",
         *           "reason": "fraudulent",
         *           "opened_at": "2026-11-24T09:41:00.000Z",
         *           "respond_by": "2026-12-08T09:41:00.000Z",
         *           "closed_at": null,
         *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
         *         }
         *       ]
         *     }
         */
        DisputeList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more disputes after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The disputes, newest first. */
            data: components["schemas"]["Dispute"][];
        };
        /**
         * @description How a dispute ends. `won`: in your favour. `lost`: in the cardholder's favour.
         * @enum {string}
         */
        DisputeOutcome: "won" | "lost";
        /**
         * @description Why the cardholder disputes the payment. `fraudulent`: the cardholder did not make it. `product_not_received`: nothing arrived. `product_unacceptable`: what arrived was not as described. `duplicate`: the cardholder paid twice. `credit_not_processed`: a promised refund did not arrive. `capture_failed`: no cardholder disputed the payment, but the bank never paid its money out. `general`: another reason.
         * @enum {string}
         */
        DisputeReason: "fraudulent" | "product_not_received" | "product_unacceptable" | "duplicate" | "credit_not_processed" | "capture_failed" | "general";
        /**
         * @description How far the dispute has come. `notice`: the bank asks about the payment, and has taken no money so far. `chargeback`: the bank has taken the money back. `second_chargeback`: the bank has taken the money back again, after you had won.
         * @enum {string}
         */
        DisputeStage: "notice" | "chargeback" | "second_chargeback";
        /**
         * @description `open`: the cardholder's bank has not decided. `won`: it decided for you, and you have the money. This may not be final: a second chargeback or a lost pre-arbitration can follow. `lost`: it decided for the cardholder, who keeps the money, or gets it again.
         * @enum {string}
         */
        DisputeStatus: "open" | "won" | "lost";
        /** @description A session and the dispute that the event is about. */
        DisputedSessionData: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `checkout.session`.
             * @constant
             */
            object: "checkout.session";
            /** @description State of the session. Fulfil the order only when your server sees `paid`. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Amount refunded so far, in the smallest unit of the currency. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. Null when you gave none. */
            reference: string | null;
            /** @description Text that the form shows to the customer. Null when you gave none. */
            description: string | null;
            /** @description The customer. An empty object when nothing is known. */
            customer: components["schemas"]["Customer"];
            /** @description Billing address. Null until you or the customer supply one. */
            billing_address: components["schemas"]["Address"] | null;
            /** @description Shipping address. Null when you gave none. */
            shipping_address: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. Null when you gave none. */
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Why the last card attempt on an open or failed session failed. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure that you can show to the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The payment. Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            /** @description When the session was paid. Null until then. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["Metadata"];
            /** @description Id of the payment link that this session came from. Null when it came from none. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            /** @description The dispute. Its amount and currency are those that the bank reported. */
            dispute: components["schemas"]["Dispute"];
        };
        /**
         * Format: email
         * @description An email address.
         * @example ada@example.com
         */
        Email: string;
        /**
         * @description The public key for encrypting card details, as a JWK (RFC 7517). The key changes: fetch it for every card.
         * @example {
         *       "kty": "EC",
         *       "crv": "P-256",
         *       "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
         *       "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
         *       "kid": "ek_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "alg": "ECDH-ES",
         *       "use": "enc"
         *     }
         */
        EncryptionKey: {
            /**
             * @description Key type: always `EC`.
             * @constant
             */
            kty: "EC";
            /**
             * @description Curve: always `P-256`.
             * @constant
             */
            crv: "P-256";
            /** @description The x coordinate, in base64url. */
            x: string;
            /** @description The y coordinate, in base64url. */
            y: string;
            /** @description Id of the key. Put it into the header of the JWE. */
            kid: string;
            /**
             * @description Key agreement algorithm: always `ECDH-ES`.
             * @constant
             */
            alg: "ECDH-ES";
            /**
             * @description Purpose of the key: always `enc`, encryption.
             * @constant
             */
            use: "enc";
        };
        /** @description Any event; `type` says which. */
        Event: components["schemas"]["SessionCompletedEvent"] | components["schemas"]["SessionFailedEvent"] | components["schemas"]["SessionExpiredEvent"] | components["schemas"]["SessionRefundedEvent"] | components["schemas"]["SessionRefundFailedEvent"] | components["schemas"]["SessionDisputedEvent"] | components["schemas"]["SessionDisputeClosedEvent"] | components["schemas"]["SessionDisputeLostEvent"] | components["schemas"]["SessionDuplicateRefundedEvent"] | components["schemas"]["PaymentLinkPaidEvent"] | components["schemas"]["PaymentLinkDuplicatePaymentEvent"] | components["schemas"]["TestPingEvent"];
        /**
         * @description Id of an event, with the prefix `evt_`.
         * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        EventId: string;
        /**
         * @description Events, newest first (with `ending_before`: oldest first).
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "type": "session.completed",
         *           "created": "2026-11-21T10:17:02.412Z",
         *           "livemode": false,
         *           "data": {
         *             "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *             "object": "checkout.session",
         *             "status": "paid",
         *             "livemode": false,
         *             "amount": 2500,
         *             "amount_refunded": 0,
         *             "currency": "GBP",
         *             "reference": "order-1001",
         *             "description": "Two tickets",
         *             "customer": {
         *               "email": "ada@example.com"
         *             },
         *             "billing_address": null,
         *             "shipping_address": null,
         *             "success_url": "https://shop.example/thank-you",
         *             "cancel_url": null,
         *             "expires_at": "2026-11-21T10:45:30.000Z",
         *             "attempts": 1,
         *             "failure_code": null,
         *             "failure_message": null,
         *             "payment": {
         *               "card_brand": "visa",
         *               "card_last4": "0085",
         *               "three_d_secure": null,
         *               "authorization_code": "831000",
         *               "paid_at": "2026-11-21T10:17:02.412Z"
         *             },
         *             "paid_at": "2026-11-21T10:17:02.412Z",
         *             "created_at": "2026-11-21T10:15:30.000Z",
         *             "metadata": {
         *               "order": "1001"
         *             },
         *             "payment_link": null
         *           }
         *         }
         *       ]
         *     }
         */
        EventList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more events: older ones, or newer ones with `ending_before`. */
            has_more: boolean;
            /** @description The events. */
            data: components["schemas"]["Event"][];
        };
        /**
         * @description The result of a resend.
         * @example {
         *       "resent": 1
         *     }
         */
        EventResend: {
            /** @description Number of deliveries queued: 1, or 0 when the mode has no webhook address. */
            resent: number;
        };
        /**
         * @description Id of a resend, with the prefix `rsn_`.
         * @example rsn_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        EventResendId: string;
        /**
         * @description Resends of events, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "rsn_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "event_resend",
         *           "event": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "created": "2026-11-21T10:20:00.000Z"
         *         }
         *       ]
         *     }
         */
        EventResendList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more resends after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The resends, newest first. */
            data: components["schemas"]["RequestedResend"][];
        };
        /**
         * @description Every type of event. The service may add types.
         * @enum {string}
         */
        EventType: "session.completed" | "session.failed" | "session.expired" | "session.refunded" | "session.refund_failed" | "session.disputed" | "session.dispute_closed" | "session.dispute_lost" | "session.duplicate_refunded" | "payment_link.paid" | "payment_link.duplicate_payment" | "test.ping";
        /**
         * @description Why a card attempt failed. `card_declined`: the bank refused. `invalid_card`: the number was not accepted.
         *     `expired_card`: the card has expired. `risk_declined`: refused as too risky. `authentication_failed`: 3D Secure failed
         *     or was abandoned. `processing_error`: the customer can try again. `processor_unavailable`: the bank was unreachable.
         *     `account_configuration`: your account needs attention from support.
         * @enum {string}
         */
        FailureCode: "card_declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration";
        /** @description What the form asks the customer for. */
        FormNeeds: {
            /** @description True when the merchant gave no email. The form asks for each attempt. */
            email: boolean;
            /** @description True when the merchant gave no billing address. The form asks for each attempt. */
            billing_address: boolean;
        };
        /**
         * @description What the customer's receipt says about the payment.
         * @example {
         *       "paid_at": "2026-11-21T10:17:02.412Z",
         *       "card_brand": "visa",
         *       "card_last4": "0085",
         *       "amount_refunded": 500,
         *       "returned": [
         *         {
         *           "kind": "refund",
         *           "amount": 500,
         *           "returned_at": "2026-11-22T09:30:11.020Z"
         *         }
         *       ]
         *     }
         */
        FormReceipt: {
            /** @description When the customer paid. Null when the bank took the money too late, so that all of it went back. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description Card brand: `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `maestro`, or a brand added later. Null when unknown. */
            card_brand: string | null;
            /** @description Last four digits of the card number. Null when unknown. */
            card_last4: string | null;
            /** @description Amount that the merchant has refunded, in the smallest unit of the currency. */
            amount_refunded: number;
            /** @description The newest 20 refunds and automatic returns that the bank has confirmed, oldest first. */
            returned: components["schemas"]["ReturnedMoney"][];
        };
        /**
         * @description A checkout session as the form sees it.
         * @example {
         *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "form_session",
         *       "status": "processing",
         *       "livemode": false,
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "description": "Two tickets",
         *       "merchant_name": "Ada's Tickets",
         *       "reference": "order-1001",
         *       "support_email": "help@shop.example",
         *       "terms_url": "https://shop.example/terms",
         *       "privacy_url": null,
         *       "needs": {
         *         "email": false,
         *         "billing_address": true
         *       },
         *       "accepted_brands": [
         *         "visa",
         *         "mastercard",
         *         "amex"
         *       ],
         *       "attempts_left": 4,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "last_attempt": {
         *         "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "status": "processing",
         *         "challenge_url": null,
         *         "challenge_page": null,
         *         "challenge_kind": null,
         *         "abandoned": false,
         *         "left_at_bank": false
         *       },
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "server_time": "2026-11-21T10:17:01.000Z",
         *       "cancel_url": null,
         *       "redirect_url": null,
         *       "receipt": null
         *     }
         */
        FormSession: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `form_session`.
             * @constant
             */
            object: "form_session";
            /** @description State of the session. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description What the customer pays for. Null when the merchant gave no text. */
            description: string | null;
            /** @description Name of the merchant. Null when it is not known. */
            merchant_name: string | null;
            /** @description The merchant's order id. Null when the merchant gave none. */
            reference: string | null;
            /** @description Email address of the merchant for customers' questions. Null when the merchant gave none. */
            support_email: string | null;
            /** @description The merchant's terms and conditions. Null when the merchant gave no address. */
            terms_url: components["schemas"]["HttpsUrl"] | null;
            /** @description The merchant's privacy policy. Null when the merchant gave no address. */
            privacy_url: components["schemas"]["HttpsUrl"] | null;
            /** @description What the form asks the customer for. */
            needs: components["schemas"]["FormNeeds"];
            /** @description Card brands that can pay this session, as in `payment.card_brand`. Empty when they are not known; the bank then decides. */
            accepted_brands: string[];
            /** @description Number of cards that the customer may still try. All visitors of a one-off link share the number. Null before the visitor's first card attempt. */
            attempts_left: number | null;
            /** @description Why the visitor's last card attempt failed, on an open or failed session. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure for the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The visitor's last card attempt, or the one that paid. Null before the first one: the attempts of other visitors are not shown. */
            last_attempt: components["schemas"]["LastAttempt"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The service's current time. Count down from it, because the customer's clock may be wrong. */
            server_time: components["schemas"]["Timestamp"];
            /** @description Target of the cancel link. Null when the merchant gave none. */
            cancel_url: string | null;
            /** @description The complete thank-you address with its query. Null until the session is paid, and when there is no such address. For the checkout of a one-off link, null unless this visitor paid. */
            redirect_url: string | null;
            /** @description The customer's receipt. Null until money was taken. For the checkout of a one-off link, which all visitors of the link share, null unless this visitor paid. */
            receipt: components["schemas"]["FormReceipt"] | null;
        };
        /**
         * Format: uri
         * @description An https URL without a user name or password.
         * @example https://shop.example/thank-you
         */
        HttpsUrl: string;
        /** @description This Idempotency-Key was used before with a different request. */
        IdempotencyConflict: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "idempotency_conflict";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalError: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "internal_error";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The secret key is missing, wrong or revoked. */
        InvalidApiKey: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "invalid_api_key";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The client secret is missing or wrong. */
        InvalidClientSecret: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "invalid_client_secret";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The last card attempt of a visitor. */
        LastAttempt: {
            /** @description Id of the card attempt: `att_…`. */
            id: components["schemas"]["CardAttemptId"];
            /** @description State of the attempt. */
            status: components["schemas"]["CardAttemptStatus"];
            /** @description Where the customer confirms the payment. Null unless `status` is `challenge`. */
            challenge_url: string | null;
            /** @description Path of the service's page for this step of 3-D Secure, which frames the bank's page and has a way to cancel. Null unless `status` is `challenge`. */
            challenge_page: string | null;
            /** @description What `challenge_page` is for. `confirmation`: show it to the customer. `fingerprint`: load it in a hidden frame, so that the bank recognises the device. Null unless `status` is `challenge`. */
            challenge_kind: components["schemas"]["ChallengeKind"] | null;
            /** @description True when the customer cancelled the bank's confirmation. The attempt failed and nothing was charged. It does not count as a refused card. */
            abandoned: boolean;
            /** @description True when the customer cancelled the bank's confirmation, and the bank has not confirmed that it takes no money. Money that it takes goes back to the card. The attempt failed, and it does not count as a refused card. */
            left_at_bank: boolean;
        };
        /**
         * @description The form's session of a payment link, with its client secret.
         * @example {
         *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "form_session",
         *       "status": "open",
         *       "livemode": false,
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "description": "Two tickets",
         *       "merchant_name": "Ada's Tickets",
         *       "reference": "order-1001",
         *       "support_email": "help@shop.example",
         *       "terms_url": "https://shop.example/terms",
         *       "privacy_url": null,
         *       "needs": {
         *         "email": false,
         *         "billing_address": true
         *       },
         *       "accepted_brands": [
         *         "visa",
         *         "mastercard",
         *         "amex"
         *       ],
         *       "attempts_left": null,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "last_attempt": null,
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "server_time": "2026-11-21T10:17:01.000Z",
         *       "cancel_url": null,
         *       "redirect_url": null,
         *       "receipt": null,
         *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
         *     }
         */
        LinkCheckout: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `form_session`.
             * @constant
             */
            object: "form_session";
            /** @description State of the session. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description What the customer pays for. Null when the merchant gave no text. */
            description: string | null;
            /** @description Name of the merchant. Null when it is not known. */
            merchant_name: string | null;
            /** @description The merchant's order id. Null when the merchant gave none. */
            reference: string | null;
            /** @description Email address of the merchant for customers' questions. Null when the merchant gave none. */
            support_email: string | null;
            /** @description The merchant's terms and conditions. Null when the merchant gave no address. */
            terms_url: components["schemas"]["HttpsUrl"] | null;
            /** @description The merchant's privacy policy. Null when the merchant gave no address. */
            privacy_url: components["schemas"]["HttpsUrl"] | null;
            /** @description What the form asks the customer for. */
            needs: components["schemas"]["FormNeeds"];
            /** @description Card brands that can pay this session, as in `payment.card_brand`. Empty when they are not known; the bank then decides. */
            accepted_brands: string[];
            /** @description Number of cards that the customer may still try. All visitors of a one-off link share the number. Null before the visitor's first card attempt. */
            attempts_left: number | null;
            /** @description Why the visitor's last card attempt failed, on an open or failed session. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure for the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The visitor's last card attempt, or the one that paid. Null before the first one: the attempts of other visitors are not shown. */
            last_attempt: components["schemas"]["LastAttempt"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The service's current time. Count down from it, because the customer's clock may be wrong. */
            server_time: components["schemas"]["Timestamp"];
            /** @description Target of the cancel link. Null when the merchant gave none. */
            cancel_url: string | null;
            /** @description The complete thank-you address with its query. Null until the session is paid, and when there is no such address. For the checkout of a one-off link, null unless this visitor paid. */
            redirect_url: string | null;
            /** @description The customer's receipt. Null until money was taken. For the checkout of a one-off link, which all visitors of the link share, null unless this visitor paid. */
            receipt: components["schemas"]["FormReceipt"] | null;
            /** @description Opens this session in the form. Form: `<session_id>_secret_<suffix>`. */
            client_secret: string;
        };
        /** @description Live mode is not enabled for this account. */
        LiveModeNotEnabled: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "live_mode_not_enabled";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description Your own data as string values: up to 20 entries, keys up to 40 characters, values up to 500 characters.
         * @example {
         *       "order": "1001"
         *     }
         */
        Metadata: {
            [key: string]: components["schemas"]["MetadataValue"];
        };
        /** @description A value of your own, up to 500 characters. */
        MetadataValue: string;
        /**
         * @description The next signing secret of a webhook address.
         * @example {
         *       "object": "next_signing_secret",
         *       "webhook_endpoint": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "secret": "whsec_fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210",
         *       "livemode": false,
         *       "created_at": "2026-11-21T10:15:30.000Z"
         *     }
         */
        NextSigningSecret: {
            /**
             * @description Type of the object: always `next_signing_secret`.
             * @constant
             */
            object: "next_signing_secret";
            /** @description Id of the webhook endpoint that the secret belongs to. */
            webhook_endpoint: string;
            /** @description The secret that will sign every delivery, with the prefix `whsec_`. Shown only in this reply: store it. */
            secret: string;
            /** @description True for live events, false for test events. */
            livemode: boolean;
            /** @description When the secret was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The next secret, which proves that you have it.
         * @example {
         *       "secret": "whsec_fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
         *     }
         */
        NextSigningSecretUseParams: {
            /** @description The next secret, as its creation returned it. */
            secret: string;
        };
        /** @description Nothing was found at this address. */
        NotFound: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "not_found";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description A field has an invalid format or value. */
        ParameterInvalid: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "parameter_invalid";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description A required field is missing. */
        ParameterMissing: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "parameter_missing";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description The payment of a paid session.
         * @example {
         *       "card_brand": "visa",
         *       "card_last4": "0085",
         *       "three_d_secure": "frictionless",
         *       "authorization_code": "831000",
         *       "paid_at": "2026-11-21T10:17:02.412Z"
         *     }
         */
        Payment: {
            /** @description Card brand: `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `maestro`, or a brand added later. Null when unknown. */
            card_brand: string | null;
            /** @description Last four digits of the card number. Null when unknown. */
            card_last4: string | null;
            /** @description How 3D Secure authenticated the cardholder. Null when it was not used. */
            three_d_secure: components["schemas"]["ThreeDSecure"] | null;
            /** @description The bank's code for the approval. Null when the bank gave none. */
            authorization_code: string | null;
            /** @description When the bank approved the payment. */
            paid_at: components["schemas"]["Timestamp"];
        };
        /** @description A payment for this checkout is already in progress. */
        PaymentInProgress: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "payment_in_progress";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A short address that opens a checkout.
         * @example {
         *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "payment_link",
         *       "url": "https://pay.example/l/k9m2v7q4x8z3",
         *       "code": "k9m2v7q4x8z3",
         *       "kind": "single",
         *       "status": "active",
         *       "livemode": false,
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "description": "Two tickets",
         *       "reference": "order-1001",
         *       "customer": {},
         *       "success_url": null,
         *       "expires_at": null,
         *       "paid_session": null,
         *       "metadata": {
         *         "campaign": "spring"
         *       },
         *       "created_at": "2026-11-21T10:15:30.000Z",
         *       "payments_count": 0,
         *       "amount_collected": 0
         *     }
         */
        PaymentLink: {
            /** @description Id of the payment link: `pl_…`. */
            id: components["schemas"]["PaymentLinkId"];
            /**
             * @description Type of the object: always `payment_link`.
             * @constant
             */
            object: "payment_link";
            /**
             * Format: uri
             * @description Address to send to the customer. A QR image of it is at `<url>/qr.svg`.
             */
            url: string;
            /** @description Short code of the link, the last part of `url`. */
            code: string;
            /** @description Whether the link can be paid once or many times. */
            kind: components["schemas"]["PaymentLinkKind"];
            /** @description State of the link. */
            status: components["schemas"]["PaymentLinkStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount of each payment, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Text that the form shows to the customer. */
            description: string;
            /** @description Your own order id, copied onto every checkout of the link. Null when you gave none. */
            reference: string | null;
            /** @description The customer of a one-off link. An empty object when you gave none. */
            customer: components["schemas"]["PaymentLinkCustomer"];
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the link stops taking payments. Null when it never expires. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description Id of the session that paid a one-off link. Null until then, and always null for a reusable link. */
            paid_session: components["schemas"]["CheckoutSessionId"] | null;
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["PaymentLinkMetadata"];
            /** @description When the link was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Number of payments made through the link. */
            payments_count: number;
            /** @description Amount paid through the link minus the amount refunded, in the smallest unit of the currency. */
            amount_collected: number;
        };
        /**
         * @description The fields of a new payment link.
         * @example {
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "description": "Two tickets",
         *       "kind": "single",
         *       "reference": "order-1001"
         *     }
         */
        PaymentLinkCreateParams: {
            /**
             * @description Amount of each payment: 1 to 99,999,999, in the smallest unit of the currency.
             * @example 2500
             */
            amount: number;
            /** @description Currency code: three letters, ISO 4217, in either case. It must be enabled on your account. */
            currency: components["schemas"]["CurrencyInput"];
            /** @description Text that the form shows to the customer. It must not be empty. */
            description: string;
            /** @description Whether the link can be paid once (`single`, when you leave it out) or many times (`reusable`). */
            kind?: components["schemas"]["PaymentLinkKind"] | null;
            /** @description Your own order id, copied onto every checkout of the link. */
            reference?: string | null;
            /** @description What you know about the customer. One-off links only. */
            customer?: components["schemas"]["PaymentLinkCustomerInput"] | null;
            /** @description Where the customer goes after paying. When absent, the dashboard's setting applies. */
            success_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description When the link stops taking payments: between 10 minutes and 1 year from now. It never expires if you leave this out. */
            expires_at?: components["schemas"]["Timestamp"] | null;
            /** @description Your own data, copied onto each checkout: up to 19 entries with string values. */
            metadata?: components["schemas"]["PaymentLinkMetadata"] | null;
        };
        /**
         * @description The customer of a one-off link.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        PaymentLinkCustomer: {
            /** @description Email address of the customer. When present, the form does not ask for it. */
            email?: components["schemas"]["Email"];
            /** @description Full name of the customer. */
            name?: string;
        };
        /**
         * @description A second payment reached an already paid one-off link and was refunded automatically.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "payment_link.duplicate_payment",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "code": "k9m2v7q4x8",
         *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "amount": 2500,
         *         "currency": "GBP",
         *         "reference": "order-1001"
         *       }
         *     }
         */
        PaymentLinkDuplicatePaymentEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_link.duplicate_payment";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["PaymentLinkPaymentData"];
        };
        /**
         * @description Id of a payment link, with the prefix `pl_`.
         * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        PaymentLinkId: string;
        /**
         * @description `single`: one shared checkout that can be paid once. `reusable`: each visitor gets a separate checkout.
         * @default single
         * @enum {string}
         */
        PaymentLinkKind: "single" | "reusable";
        /**
         * @description Payment links, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "payment_link",
         *           "url": "https://pay.example/l/k9m2v7q4x8z3",
         *           "code": "k9m2v7q4x8z3",
         *           "kind": "single",
         *           "status": "active",
         *           "livemode": false,
         *           "amount": 2500,
         *           "currency": "GBP",
         *           "description": "Two tickets",
         *           "reference": "order-1001",
         *           "customer": {},
         *           "success_url": null,
         *           "expires_at": null,
         *           "paid_session": null,
         *           "metadata": {
         *             "campaign": "spring"
         *           },
         *           "created_at": "2026-11-21T10:15:30.000Z",
         *           "payments_count": 0,
         *           "amount_collected": 0
         *         }
         *       ]
         *     }
         */
        PaymentLinkList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more links after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The payment links, newest first. */
            data: components["schemas"]["PaymentLink"][];
        };
        /**
         * @description Your own data as string values: up to 19 entries, copied onto each checkout together with `payment_link`.
         * @example {
         *       "campaign": "spring"
         *     }
         */
        PaymentLinkMetadata: {
            [key: string]: components["schemas"]["MetadataValue"];
        };
        /**
         * @description A one-off payment link was paid.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "payment_link.paid",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "code": "k9m2v7q4x8",
         *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "amount": 2500,
         *         "currency": "GBP",
         *         "reference": "order-1001"
         *       }
         *     }
         */
        PaymentLinkPaidEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_link.paid";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["PaymentLinkPaymentData"];
        };
        /** @description A payment through a payment link. */
        PaymentLinkPaymentData: {
            /** @description Id of the payment link: `pl_…`. */
            id: components["schemas"]["PaymentLinkId"];
            /** @description Short code of the link. */
            code: string;
            /** @description Id of the checkout session that took the payment. */
            session: components["schemas"]["CheckoutSessionId"];
            /** @description Amount of the payment, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id, from the link. Null when you gave none. */
            reference: string | null;
        };
        /**
         * @description `active`: takes payments. `paid`: a one-off link was paid. `expired`: its `expires_at` has passed. `deactivated`: you closed it.
         * @enum {string}
         */
        PaymentLinkStatus: "active" | "paid" | "expired" | "deactivated";
        /** @description The webhook endpoint that the test event was sent to. */
        PingData: {
            /**
             * @description Type of the object: always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /** @description Id of the webhook endpoint: `we_…`. */
            id: string;
            /** @description A text that says that the endpoint works. */
            message: string;
        };
        /** @description The card processor did not answer. */
        ProcessorUnavailable: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "processor_unavailable";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "rate_limited";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A recorded request with what the service kept of its bodies.
         * @example {
         *       "id": "log_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "api_request",
         *       "created": "2026-11-21T10:15:30.000Z",
         *       "method": "POST",
         *       "path": "/v1/checkout/sessions",
         *       "status": 400,
         *       "code": "parameter_invalid",
         *       "param": "amount",
         *       "request_id": "req_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "duration_ms": 3,
         *       "fault": null,
         *       "secret_key_id": "key_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "idempotency_key": "order-1001",
         *       "idempotent_replayed": false,
         *       "session": null,
         *       "request_body": "{\"amount\":-1,\"currency\":\"GBP\",\"description\":\"…\"}",
         *       "reply_body": "{\"error\":{\"code\":\"parameter_invalid\",\"param\":\"amount\"}}"
         *     }
         */
        RecordedApiRequest: {
            /** @description Id of the entry: `log_…`. */
            id: components["schemas"]["ApiRequestId"];
            /**
             * @description Type of the object: always `api_request`.
             * @constant
             */
            object: "api_request";
            /** @description When the service answered the request, in real time. */
            created: components["schemas"]["Timestamp"];
            /** @description Method of the request. */
            method: string;
            /** @description Path and query of the request, without personal data. */
            path: string;
            /** @description HTTP status of the reply. */
            status: number;
            /** @description Error code of the reply. Null: the request succeeded. */
            code: string | null;
            /** @description Parameter that the error is about. Null when it is about no parameter. */
            param: string | null;
            /** @description Id of the request, as in the reply: `req_…`. */
            request_id: string;
            /** @description Milliseconds from the request to the reply. */
            duration_ms: number;
            /** @description What went wrong with the request because the account wanted it in test mode. Null: nothing. */
            fault: components["schemas"]["CallFault"] | null;
            /** @description Id of the secret key that sent the request. Null: the customer's browser sent it, or only the failure was kept. */
            secret_key_id: string | null;
            /** @description `Idempotency-Key` of the request. Null when it had none, or when only the failure was kept. */
            idempotency_key: string | null;
            /** @description Whether the reply repeats that of an earlier request with the same `Idempotency-Key`. */
            idempotent_replayed: boolean;
            /** @description Checkout session that the request is about. Null when it is about none. */
            session: string | null;
            /** @description Body of the request as JSON, with `…` in place of personal data, secrets and card data. Null when it was not kept. */
            request_body: string | null;
            /** @description Body of the reply as JSON, with `…` in place of personal data, secrets and card data. Null when it was not kept. */
            reply_body: string | null;
        };
        /**
         * @description Money returned to the card that paid a session.
         * @example {
         *       "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "refund",
         *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "amount": 500,
         *       "status": "succeeded",
         *       "reason": "One ticket returned",
         *       "failure_message": null,
         *       "created_at": "2026-11-21T11:02:10.120Z"
         *     }
         */
        Refund: {
            /** @description Id of the refund: `re_…`. */
            id: components["schemas"]["RefundId"];
            /**
             * @description Type of the object: always `refund`.
             * @constant
             */
            object: "refund";
            /** @description Id of the refunded session. */
            session: string;
            /** @description Amount of this refund, in the smallest unit of the currency. If the bank returned another amount, it becomes that amount, up to what was left to refund. */
            amount: components["schemas"]["Amount"];
            /** @description State of the refund. */
            status: components["schemas"]["RefundStatus"];
            /** @description Your reason for the refund, or `Made at the acquirer` if somebody made it there and not here. Null when you gave none. */
            reason: string | null;
            /** @description Why the refund failed. Null unless `status` is `failed`. */
            failure_message: string | null;
            /** @description When the refund was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description How much to refund, and why.
         * @example {
         *       "amount": 500,
         *       "reason": "One ticket returned"
         *     }
         */
        RefundCreateParams: {
            /**
             * @description Amount to refund, in the smallest unit of the currency. Leave it out to refund everything that is not yet refunded. Null is refused here, because JavaScript writes a wrong calculation (`NaN`) as null.
             * @example 500
             */
            amount?: number;
            /** @description Your reason for the refund. The dashboard shows it. */
            reason?: string | null;
        };
        /** @description The refund is larger than the amount left to refund. */
        RefundExceedsAmount: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "refund_exceeds_amount";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description A session and the refund that failed. */
        RefundFailedSessionData: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `checkout.session`.
             * @constant
             */
            object: "checkout.session";
            /** @description State of the session. Fulfil the order only when your server sees `paid`. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Amount refunded so far, in the smallest unit of the currency. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. Null when you gave none. */
            reference: string | null;
            /** @description Text that the form shows to the customer. Null when you gave none. */
            description: string | null;
            /** @description The customer. An empty object when nothing is known. */
            customer: components["schemas"]["Customer"];
            /** @description Billing address. Null until you or the customer supply one. */
            billing_address: components["schemas"]["Address"] | null;
            /** @description Shipping address. Null when you gave none. */
            shipping_address: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. Null when you gave none. */
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Why the last card attempt on an open or failed session failed. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure that you can show to the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The payment. Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            /** @description When the session was paid. Null until then. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["Metadata"];
            /** @description Id of the payment link that this session came from. Null when it came from none. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            /** @description The refund that failed. Its `failure_message` says why. */
            refund: components["schemas"]["Refund"];
        };
        /**
         * @description Id of a refund, with the prefix `re_`.
         * @example re_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        RefundId: string;
        /**
         * @description Refunds, newest first.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "refund",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 500,
         *           "status": "succeeded",
         *           "reason": "One ticket returned",
         *           "failure_message": null,
         *           "created_at": "2026-11-21T11:02:10.120Z"
         *         }
         *       ]
         *     }
         */
        RefundList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /** @description True when there are more refunds after the last one here. Get them with `starting_after`. */
            has_more: boolean;
            /** @description The refunds, newest first. */
            data: components["schemas"]["Refund"][];
        };
        /**
         * @description `succeeded`: the money is on its way back. `pending`: the bank has not confirmed yet; the event `session.refunded` or `session.refund_failed` follows. `failed`: no money was returned.
         * @enum {string}
         */
        RefundStatus: "succeeded" | "pending" | "failed";
        /** @description A session and the refund that succeeded. */
        RefundedSessionData: {
            /** @description Id of the session: `cs_test_…` in test mode, `cs_live_…` in live mode. */
            id: components["schemas"]["CheckoutSessionId"];
            /**
             * @description Type of the object: always `checkout.session`.
             * @constant
             */
            object: "checkout.session";
            /** @description State of the session. Fulfil the order only when your server sees `paid`. */
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description Amount to pay, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description Amount refunded so far, in the smallest unit of the currency. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description Currency code: three letters, ISO 4217, upper case. */
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. Null when you gave none. */
            reference: string | null;
            /** @description Text that the form shows to the customer. Null when you gave none. */
            description: string | null;
            /** @description The customer. An empty object when nothing is known. */
            customer: components["schemas"]["Customer"];
            /** @description Billing address. Null until you or the customer supply one. */
            billing_address: components["schemas"]["Address"] | null;
            /** @description Shipping address. Null when you gave none. */
            shipping_address: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying. Null when you gave none; the dashboard's setting then applies. */
            success_url: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. Null when you gave none. */
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            /** @description When the session expires if it is not paid. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Number of card attempts so far. */
            attempts: number;
            /** @description Why the last card attempt on an open or failed session failed. Null otherwise. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description A text about the failure that you can show to the customer. Null when `failure_code` is null. */
            failure_message: string | null;
            /** @description The payment. Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            /** @description When the session was paid. Null until then. */
            paid_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Your own data. An empty object when you gave none. */
            metadata: components["schemas"]["Metadata"];
            /** @description Id of the payment link that this session came from. Null when it came from none. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            /** @description The refund that succeeded. */
            refund: components["schemas"]["Refund"];
        };
        /**
         * @description Id of a request, with the prefix `req_`.
         * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        RequestId: string;
        /** @description A request with the same Idempotency-Key is still running. */
        RequestInProgress: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "request_in_progress";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A request to resend an event, by API or in the dashboard.
         * @example {
         *       "id": "rsn_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "event_resend",
         *       "event": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "created": "2026-11-21T10:20:00.000Z"
         *     }
         */
        RequestedResend: {
            /** @description Id of the resend: `rsn_…`. */
            id: components["schemas"]["EventResendId"];
            /**
             * @description Type of the object: always `event_resend`.
             * @constant
             */
            object: "event_resend";
            /** @description Id of the event. */
            event: components["schemas"]["EventId"];
            /** @description When the event was resent. */
            created: components["schemas"]["Timestamp"];
        };
        /** @description Money that went back to the customer's card. */
        ReturnedMoney: {
            /** @description Who returned the money. */
            kind: components["schemas"]["ReturnedMoneyKind"];
            /** @description Amount that was returned, in the smallest unit of the currency. */
            amount: components["schemas"]["Amount"];
            /** @description When the bank confirmed it. */
            returned_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `refund`: the merchant returned the money. `automatic_return`: the service returned money that the merchant may not keep, such as a second payment.
         * @enum {string}
         */
        ReturnedMoneyKind: "refund" | "automatic_return";
        /**
         * @description A new test account.
         * @example {
         *       "merchant_id": "mer_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "secret_key": "sk_test_4n0b2v7q4x8z3b6n5c1d0f7gh4n0b2v7q4x8z3b6n5c",
         *       "livemode": false,
         *       "note": "Keep this key: no other reply shows it. It works at once, in test mode. To use the dashboard, claim this account with the key at https://pay.example/dashboard/claim."
         *     }
         */
        SandboxSignup: {
            /** @description Id of the new account: `mer_…`. */
            merchant_id: string;
            /** @description The secret key of the new account, in test mode. Shown only in this reply: store it. */
            secret_key: string;
            /**
             * @description Always false: the account starts in test mode.
             * @constant
             */
            livemode: false;
            /** @description How to use the key and how to claim the account in the dashboard, in words. */
            note: string;
        };
        /**
         * @description Who signs up.
         * @example {
         *       "email": "ada@example.com",
         *       "business_name": "Ada's Tickets"
         *     }
         */
        SandboxSignupParams: {
            /** @description Your email address. */
            email: components["schemas"]["Email"];
            /** @description Name of your business, shown to your customers. */
            business_name?: string | null;
        };
        /**
         * @description The service is temporarily unavailable. An outage passes, whereas a fault of the service (500) must be fixed. Both can
         *     have this code.
         */
        ServiceUnavailable: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "internal_error";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A session was paid. Sent once per session.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.completed",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "paid",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null
         *       }
         *     }
         */
        SessionCompletedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.completed";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A chargeback closed in your favour. This may not be final: a second chargeback can follow, which sends `session.disputed` again.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.dispute_closed",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "paid",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null,
         *         "dispute": {
         *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "dispute",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 2500,
         *           "currency": "GBP",
         *           "status": "won",
         *           "stage": "chargeback",
         *           "reason": "fraudulent",
         *           "opened_at": "2026-11-24T09:41:00.000Z",
         *           "respond_by": "2026-12-08T09:41:00.000Z",
         *           "closed_at": "2026-12-04T14:20:00.000Z",
         *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
         *         }
         *       }
         *     }
         */
        SessionDisputeClosedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.dispute_closed";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["DisputedSessionData"];
        };
        /**
         * @description A chargeback closed in the cardholder's favour. The session keeps its status, and the money does not come back.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.dispute_lost",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "disputed",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null,
         *         "dispute": {
         *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "dispute",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 2500,
         *           "currency": "GBP",
         *           "status": "lost",
         *           "stage": "chargeback",
         *           "reason": "fraudulent",
         *           "opened_at": "2026-11-24T09:41:00.000Z",
         *           "respond_by": "2026-12-08T09:41:00.000Z",
         *           "closed_at": "2026-12-04T14:20:00.000Z",
         *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
         *         }
         *       }
         *     }
         */
        SessionDisputeLostEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.dispute_lost";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["DisputedSessionData"];
        };
        /**
         * @description The cardholder's bank opened a chargeback. The session is `disputed`, unless it has no money of yours: a refunded, expired or failed session keeps its status.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.disputed",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "disputed",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null,
         *         "dispute": {
         *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "dispute",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 2500,
         *           "currency": "GBP",
         *           "status": "open",
         *           "stage": "chargeback",
         *           "reason": "fraudulent",
         *           "opened_at": "2026-11-24T09:41:00.000Z",
         *           "respond_by": "2026-12-08T09:41:00.000Z",
         *           "closed_at": null,
         *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
         *         }
         *       }
         *     }
         */
        SessionDisputedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.disputed";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["DisputedSessionData"];
        };
        /**
         * @description A second approval reached an already paid session and was refunded automatically.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.duplicate_refunded",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "paid",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null
         *       }
         *     }
         */
        SessionDuplicateRefundedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.duplicate_refunded";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A session was not paid in time. For a session of a payment link (`payment_link` is not null) it says that a visitor who had started did not pay: the link itself may still be paid, so read its `status` before you cancel an order. A link that somebody only opened sends none.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.expired",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "expired",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 0,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": null,
         *         "paid_at": null,
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null
         *       }
         *     }
         */
        SessionExpiredEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.expired";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description The last allowed card attempt failed.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.failed",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "failed",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 5,
         *         "failure_code": "card_declined",
         *         "failure_message": "Your bank declined this card. Please try another card.",
         *         "payment": null,
         *         "paid_at": null,
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null
         *       }
         *     }
         */
        SessionFailedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.failed";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description Seconds from the creation of a session until it expires unpaid.
         * @default 1800
         * @example 1800
         */
        SessionLifetime: number;
        /** @description This key has no checkout session with this id. */
        SessionNotFound: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "session_not_found";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description This checkout can no longer take payment. */
        SessionNotPayable: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "session_not_payable";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description This session is not paid, or has nothing left to refund. */
        SessionNotRefundable: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "session_not_refundable";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A refund failed: no money was returned, and you can refund the amount again. `amount_refunded` is unchanged if the refund was `pending`. If it had succeeded, as the bank reports rarely and days later, `amount_refunded` goes down by its amount, and a `refunded` session is `paid` again.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.refund_failed",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "paid",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 0,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null,
         *         "refund": {
         *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "refund",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 500,
         *           "status": "failed",
         *           "reason": "One ticket returned",
         *           "failure_message": "The bank could not return the money to this card.",
         *           "created_at": "2026-11-21T11:02:10.120Z"
         *         }
         *       }
         *     }
         */
        SessionRefundFailedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.refund_failed";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["RefundFailedSessionData"];
        };
        /**
         * @description A refund succeeded. After a partial refund `status` stays `paid`; after a full one it is `refunded`.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "session.refunded",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "checkout.session",
         *         "status": "paid",
         *         "livemode": false,
         *         "amount": 2500,
         *         "amount_refunded": 500,
         *         "currency": "GBP",
         *         "reference": "order-1001",
         *         "description": "Two tickets",
         *         "customer": {
         *           "email": "ada@example.com"
         *         },
         *         "billing_address": null,
         *         "shipping_address": null,
         *         "success_url": "https://shop.example/thank-you",
         *         "cancel_url": null,
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "attempts": 1,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "payment": {
         *           "card_brand": "visa",
         *           "card_last4": "0085",
         *           "three_d_secure": null,
         *           "authorization_code": "831000",
         *           "paid_at": "2026-11-21T10:17:02.412Z"
         *         },
         *         "paid_at": "2026-11-21T10:17:02.412Z",
         *         "created_at": "2026-11-21T10:15:30.000Z",
         *         "metadata": {
         *           "order": "1001"
         *         },
         *         "payment_link": null,
         *         "refund": {
         *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "object": "refund",
         *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "amount": 500,
         *           "status": "succeeded",
         *           "reason": "One ticket returned",
         *           "failure_message": null,
         *           "created_at": "2026-11-21T11:02:10.120Z"
         *         }
         *       }
         *     }
         */
        SessionRefundedEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.refunded";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["RefundedSessionData"];
        };
        /**
         * @description How a pending refund ends. `succeeded`: the bank returned the money. `failed`: the bank refused.
         * @enum {string}
         */
        SettledRefundStatus: "succeeded" | "failed";
        /**
         * @description How the customer ends the confirmation window.
         * @example {
         *       "outcome": "approved"
         *     }
         */
        TestChallengeParams: {
            /** @description What the customer does. */
            outcome: components["schemas"]["ChallengeOutcome"];
        };
        /**
         * @description The time of your account in test mode.
         * @example {
         *       "object": "test_clock",
         *       "now": "2026-11-23T17:28:00.000Z",
         *       "offset_seconds": 112350,
         *       "status": "ready",
         *       "advancing_to": null
         *     }
         */
        TestClock: {
            /**
             * @description Type of the object: always `test_clock`.
             * @constant
             */
            object: "test_clock";
            /** @description The time of the account. New objects, events and signatures have it. */
            now: components["schemas"]["Timestamp"];
            /** @description How many seconds it is ahead of real time. 0 for an account that has never moved it, or that has returned. */
            offset_seconds: number;
            /** @description Whether the time runs. */
            status: components["schemas"]["TestClockStatus"];
            /** @description Where the time is going, while `status` is `advancing`. Null otherwise. */
            advancing_to: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description How far to move the time: one of the two fields.
         * @example {
         *       "advance": 3600
         *     }
         */
        TestClockAdvanceParams: {
            /** @description By how many seconds to move the time forward. */
            advance?: number | null;
            /** @description The time to move to. Must be later than the time of the account. */
            advance_to?: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description Whether the time of an account runs. `ready`: it does. `advancing`: it still does what is due on its way to `advancing_to`.
         * @enum {string}
         */
        TestClockStatus: "ready" | "advancing";
        /**
         * @description How to close the dispute.
         * @example {
         *       "outcome": "won"
         *     }
         */
        TestDisputeParams: {
            /** @description In whose favour the dispute ends. */
            outcome: components["schemas"]["DisputeOutcome"];
        };
        /**
         * @description The faults that your account causes in test mode.
         * @example {
         *       "object": "test_faults",
         *       "calls": [
         *         "dropped_reply"
         *       ],
         *       "webhooks": [
         *         "duplicated"
         *       ],
         *       "percent": null,
         *       "every": 3,
         *       "seed": 1904137582,
         *       "latency_ms": 1000,
         *       "ends_at": "2026-11-23T17:38:00.000Z"
         *     }
         */
        TestFaults: {
            /**
             * @description Type of the object: always `test_faults`.
             * @constant
             */
            object: "test_faults";
            /** @description What happens to calls; empty when the account causes no faults. */
            calls: components["schemas"]["CallFault"][];
            /** @description What happens to events; empty when the account causes no faults. */
            webhooks: components["schemas"]["WebhookFault"][];
            /** @description The share of calls and events with a fault, in percent. Null with `every`, and without faults. */
            percent: number | null;
            /** @description Every how many calls and events one has a fault. Null with `percent`, and without faults. */
            every: number | null;
            /** @description The seed that decides which calls and events have a fault. Null without faults. */
            seed: number | null;
            /** @description How many milliseconds a call with the fault `latency` waits. Null without faults. */
            latency_ms: number | null;
            /** @description When the faults end by themselves, in real time. Null without faults. */
            ends_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description Which faults to cause, and how often: `percent` or `every`.
         * @example {
         *       "calls": [
         *         "dropped_reply"
         *       ],
         *       "webhooks": [
         *         "duplicated"
         *       ],
         *       "every": 3
         *     }
         */
        TestFaultsParams: {
            /** @description What happens to your calls. Each fault that the account causes is one of these. */
            calls?: components["schemas"]["CallFault"][] | null;
            /** @description What happens to your events. Each fault that the account causes is one of these. */
            webhooks?: components["schemas"]["WebhookFault"][] | null;
            /** @description The share of calls and events with a fault, in percent. `seed` decides which ones. */
            percent?: number | null;
            /** @description Every how many calls and events one has a fault, in place of a share: with 3 it is the third, the sixth and so on. The faults take turns in the order in which you name them. */
            every?: number | null;
            /** @description Repeats the faults of an earlier run with `percent`. The reply has the seed of a run that gave none. */
            seed?: number | null;
            /** @description How many milliseconds a call with the fault `latency` waits; 1000 when you leave it out. */
            latency_ms?: number | null;
            /** @description After how many seconds of real time the faults end by themselves; 600 when you leave it out. */
            ends_after?: number | null;
        };
        /**
         * @description How to pay the session.
         * @example {
         *       "card": "approved"
         *     }
         */
        TestPayParams: {
            /** @description What the sandbox bank does with the card; `approved` when you leave it out. */
            card?: components["schemas"]["CardScenario"] | null;
        };
        /**
         * @description A test event, sent by the dashboard's test button.
         * @example {
         *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "type": "test.ping",
         *       "created": "2026-11-21T10:17:02.412Z",
         *       "livemode": false,
         *       "data": {
         *         "object": "webhook_endpoint",
         *         "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "message": "Your webhook endpoint works."
         *       }
         *     }
         */
        TestPingEvent: {
            /** @description Id of the event: `evt_…`. */
            id: components["schemas"]["EventId"];
            /**
             * @description Type of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "test.ping";
            /** @description When the event happened. */
            created: components["schemas"]["Timestamp"];
            /** @description True in live mode, false in test mode. */
            livemode: boolean;
            /** @description What the event is about, as it was when the event happened. */
            data: components["schemas"]["PingData"];
        };
        /**
         * @description What a reset has deleted.
         * @example {
         *       "object": "test_reset",
         *       "livemode": false,
         *       "deleted_sessions": 42,
         *       "has_more": false
         *     }
         */
        TestReset: {
            /**
             * @description Type of the object: always `test_reset`.
             * @constant
             */
            object: "test_reset";
            /**
             * @description Always false: live mode is never emptied.
             * @constant
             */
            livemode: false;
            /** @description How many sessions this call deleted, with their refunds, disputes, events and deliveries. */
            deleted_sessions: number;
            /** @description Whether the call ended before everything was deleted, because there was too much for one call: call it again. */
            has_more: boolean;
        };
        /**
         * @description What stays when test mode is emptied. The key of the call always stays, as do the people and what live mode has.
         * @example {
         *       "keys": true,
         *       "webhook_endpoint": true,
         *       "settings": true
         *     }
         */
        TestResetKeep: {
            /** @description The other test keys of the account. Without `true` they stop working within a second. */
            keys?: boolean | null;
            /** @description The webhook address of test mode, with its signing secret. */
            webhook_endpoint?: boolean | null;
            /** @description The settings that only test mode has: its thank-you page. All other settings belong to both modes and always stay. */
            settings?: boolean | null;
        };
        /**
         * @description How to empty test mode.
         * @example {
         *       "keep": {
         *         "keys": true,
         *         "webhook_endpoint": true,
         *         "settings": true
         *       }
         *     }
         */
        TestResetParams: {
            /** @description What stays; nothing but the data of both modes when you leave it out. */
            keep?: components["schemas"]["TestResetKeep"] | null;
        };
        /**
         * @description How to settle the refund.
         * @example {
         *       "status": "succeeded"
         *     }
         */
        TestSettleParams: {
            /** @description The new status of the refund. */
            status: components["schemas"]["SettledRefundStatus"];
        };
        /**
         * @description A situation that the service can set up.
         * @example {
         *       "object": "test_situation",
         *       "name": "dispute-third-week",
         *       "title": "A dispute in its third week",
         *       "description": "A customer disputed a payment fifteen days ago, and nobody has answered the bank.",
         *       "days": 17
         *     }
         */
        TestSituation: {
            /**
             * @description Type of the object: always `test_situation`.
             * @constant
             */
            object: "test_situation";
            /** @description Its name, for the call that sets it up. */
            name: string;
            /** @description Its title, for people. */
            title: string;
            /** @description What the account has afterwards, in a sentence or two. */
            description: string;
            /** @description How many days its story takes at most: the time of the account moves forward by them. 0: it all happens now. */
            days: number;
        };
        /**
         * @description Every situation, by name.
         * @example {
         *       "object": "list",
         *       "has_more": false,
         *       "data": [
         *         {
         *           "object": "test_situation",
         *           "name": "dispute-third-week",
         *           "title": "A dispute in its third week",
         *           "description": "A customer disputed a payment fifteen days ago, and nobody has answered the bank.",
         *           "days": 17
         *         }
         *       ]
         *     }
         */
        TestSituationList: {
            /**
             * @description Type of the object: always `list`.
             * @constant
             */
            object: "list";
            /**
             * @description Always false: one reply has all of them.
             * @constant
             */
            has_more: false;
            /** @description The situations, by name. */
            data: components["schemas"]["TestSituation"][];
        };
        /**
         * @description Why a situation is incomplete.
         * @example {
         *       "step": "testAdvanceClock",
         *       "code": "rate_limited",
         *       "message": "The time of this account is moving to 2026-11-23T17:28:00.000Z already."
         *     }
         */
        TestSituationProblem: {
            /** @description The step that failed: the name of its operation in this contract. */
            step: string;
            /** @description The error code of the step. */
            code: string;
            /** @description What happened, in a sentence. */
            message: string;
        };
        /**
         * @description What a situation has made in your account.
         * @example {
         *       "object": "test_situation_result",
         *       "situation": "dispute-third-week",
         *       "livemode": false,
         *       "status": "complete",
         *       "ids": {
         *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "dispute": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh"
         *       },
         *       "now": "2026-12-10T10:15:00.000Z",
         *       "problem": null
         *     }
         */
        TestSituationResult: {
            /**
             * @description Type of the object: always `test_situation_result`.
             * @constant
             */
            object: "test_situation_result";
            /** @description The name of the situation. */
            situation: string;
            /**
             * @description Always false: live mode has no situations.
             * @constant
             */
            livemode: false;
            /** @description Whether every step succeeded. */
            status: components["schemas"]["TestSituationStatus"];
            /** @description The ids of the objects to look at, by the names that the page of the situation explains. */
            ids: {
                [key: string]: string;
            };
            /** @description The time of the account after the last step. */
            now: components["schemas"]["Timestamp"];
            /** @description The step that failed. Null when every step succeeded. */
            problem: components["schemas"]["TestSituationProblem"] | null;
        };
        /**
         * @description Whether a situation was set up. `complete`: wholly. `incomplete`: a step failed, and the account has what the steps before it made.
         * @enum {string}
         */
        TestSituationStatus: "complete" | "incomplete";
        /**
         * @description How 3D Secure authenticated the cardholder. `frictionless`: without asking. `challenge`: the cardholder confirmed.
         * @enum {string}
         */
        ThreeDSecure: "frictionless" | "challenge";
        /**
         * Format: date-time
         * @description A date and time in RFC 3339 format. Replies use UTC with milliseconds; requests may use any time zone.
         * @example 2026-11-21T10:15:30.000Z
         */
        Timestamp: string;
        /**
         * @description A random secret that the browser generates, or that the service gives it: at least 128 bits in base64url.
         * @example mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u
         */
        VisitorToken: string;
        /**
         * @description The address that receives the events of one mode. Each mode has exactly one address.
         * @example {
         *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "webhook_endpoint",
         *       "url": "https://shop.example/webhooks",
         *       "secret": "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
         *       "livemode": false
         *     }
         */
        WebhookEndpoint: {
            /** @description Id of the webhook endpoint: `we_…`. */
            id: string;
            /**
             * @description Type of the object: always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * Format: uri
             * @description The address that receives the events.
             */
            url: string;
            /** @description The secret that signs every delivery, with the prefix `whsec_`. Shown only in this reply: store it. */
            secret: string;
            /** @description True when the address receives live events, false for test events. */
            livemode: boolean;
        };
        /**
         * @description The new webhook address.
         * @example {
         *       "url": "https://shop.example/webhooks"
         *     }
         */
        WebhookEndpointSetParams: {
            /**
             * Format: uri
             * @description The address to deliver events to. It must use https and be publicly reachable.
             * @example https://shop.example/webhooks
             */
            url: string;
        };
        /**
         * @description What can happen to an event on its way to the webhook address. `duplicated`: it arrives a second time. `reordered`: it arrives 5 seconds late, behind later events.
         * @enum {string}
         */
        WebhookFault: "duplicated" | "reordered";
        /** @description This key cannot make this call. */
        WebhooksNotAvailable: {
            /** @description What went wrong, and what to do about it. */
            error: {
                /**
                 * @description Stable: your program can branch on it.
                 * @constant
                 */
                code: "webhooks_not_available";
                /**
                 * @description The field at fault as a dotted path, such as `customer.email`. Absent when no field is at fault.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words for a developer. The wording may change. */
                message: string;
                /** @description What to do about it, in words for a developer. The wording may change. */
                fix: string;
                /**
                 * Format: uri
                 * @description The documentation page about this code.
                 */
                doc_url?: string;
                /** @description Identifies this request in the service's logs. Quote it when you ask for help. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description The customer. Only the keys that you supplied, or that the customer filled in, appear.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        CustomerInput: {
            /** @description Email address of the customer. When present, the form does not ask for it. */
            email?: components["schemas"]["Email"] | null;
            /** @description Full name of the customer. */
            name?: string | null;
            /** @description Phone number of the customer, in any format. */
            phone?: string | null;
        };
        /**
         * @description A postal address. Every part is optional.
         * @example {
         *       "line1": "1 High Street",
         *       "city": "London",
         *       "postal_code": "SW1A 1AA",
         *       "country": "GB"
         *     }
         */
        AddressInput: {
            /** @description House number and street, or PO box. */
            line1?: string | null;
            /** @description Flat, suite, building or company. */
            line2?: string | null;
            /** @description City or town. */
            city?: string | null;
            /** @description Postal code or ZIP code. */
            postal_code?: string | null;
            /** @description Code of the state or province, such as `CA`. */
            state?: string | null;
            /** @description Country code: two letters, ISO 3166-1, in either case. */
            country?: components["schemas"]["Country"] | null;
        };
        /**
         * @description The customer of a one-off link.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        PaymentLinkCustomerInput: {
            /** @description Email address of the customer. When present, the form does not ask for it. */
            email?: components["schemas"]["Email"] | null;
            /** @description Full name of the customer. */
            name?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listCheckoutSessions: {
        parameters: {
            query?: {
                /**
                 * @description Return only sessions with this reference.
                 * @example order-1001
                 */
                reference?: string;
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Checkout sessions, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "checkout.session",
                     *           "status": "paid",
                     *           "livemode": false,
                     *           "amount": 2500,
                     *           "amount_refunded": 0,
                     *           "currency": "GBP",
                     *           "reference": "order-1001",
                     *           "description": "Two tickets",
                     *           "customer": {
                     *             "email": "ada@example.com"
                     *           },
                     *           "billing_address": null,
                     *           "shipping_address": null,
                     *           "success_url": "https://shop.example/thank-you",
                     *           "cancel_url": null,
                     *           "expires_at": "2026-11-21T10:45:30.000Z",
                     *           "attempts": 1,
                     *           "failure_code": null,
                     *           "failure_message": null,
                     *           "payment": {
                     *             "card_brand": "visa",
                     *             "card_last4": "0085",
                     *             "three_d_secure": null,
                     *             "authorization_code": "831000",
                     *             "paid_at": "2026-11-21T10:17:02.412Z"
                     *           },
                     *           "paid_at": "2026-11-21T10:17:02.412Z",
                     *           "created_at": "2026-11-21T10:15:30.000Z",
                     *           "metadata": {
                     *             "order": "1001"
                     *           },
                     *           "payment_link": null,
                     *           "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSessionList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to retry: for 24 hours, the same key with the same body returns the stored reply. Use a new random key for each new request.
                 * @example 0d5ff7d2-7a3c-4b1e-9a51-0c6d2f0a4b3e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2500,
                 *       "currency": "GBP",
                 *       "reference": "order-1001",
                 *       "description": "Two tickets",
                 *       "customer": {
                 *         "email": "ada@example.com"
                 *       },
                 *       "success_url": "https://shop.example/thank-you",
                 *       "metadata": {
                 *         "order": "1001"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutSessionCreateParams"];
            };
        };
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when the service replays the reply to an earlier request with the same `Idempotency-Key`. Absent otherwise.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "open",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 0,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": null,
                     *       "paid_at": null,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. `amount_too_large`: The amount is above the limit for this key. `currency_not_enabled`: This currency is not enabled on the account. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"] | components["schemas"]["AmountTooLarge"] | components["schemas"]["CurrencyNotEnabled"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `idempotency_conflict`: This Idempotency-Key was used before with a different request. `request_in_progress`: A request with the same Idempotency-Key is still running. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyConflict"] | components["schemas"]["RequestInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. `account_configuration`: The merchant account needs to be set up by support. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"] | components["schemas"]["AccountConfiguration"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    refundCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to retry: for 24 hours, the same key with the same body returns the stored reply. Use a new random key for each new request.
                 * @example 0d5ff7d2-7a3c-4b1e-9a51-0c6d2f0a4b3e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 500,
                 *       "reason": "One ticket returned"
                 *     }
                 */
                "application/json": components["schemas"]["RefundCreateParams"];
            };
        };
        responses: {
            /** @description Money returned to the card that paid a session. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when the service replays the reply to an earlier request with the same `Idempotency-Key`. Absent otherwise.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "refund",
                     *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "amount": 500,
                     *       "status": "succeeded",
                     *       "reason": "One ticket returned",
                     *       "failure_message": null,
                     *       "created_at": "2026-11-21T11:02:10.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `refund_exceeds_amount`: The refund is larger than the amount left to refund. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["RefundExceedsAmount"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"];
                };
            };
            /** @description `idempotency_conflict`: This Idempotency-Key was used before with a different request. `request_in_progress`: A request with the same Idempotency-Key is still running. `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"] | components["schemas"]["IdempotencyConflict"] | components["schemas"]["RequestInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `processor_unavailable`: The card processor did not answer. */
            502: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorUnavailable"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    expireCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "expired",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 0,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": null,
                     *       "paid_at": null,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"] | components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Return only the refunds of this checkout session.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                session?: string;
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example re_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refunds, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "refund",
                     *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "amount": 500,
                     *           "status": "succeeded",
                     *           "reason": "One ticket returned",
                     *           "failure_message": null,
                     *           "created_at": "2026-11-21T11:02:10.120Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the refund: `re_…`.
                 * @example re_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Money returned to the card that paid a session. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "refund",
                     *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "amount": 500,
                     *       "status": "succeeded",
                     *       "reason": "One ticket returned",
                     *       "failure_message": null,
                     *       "created_at": "2026-11-21T11:02:10.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    searchCheckoutSessions: {
        parameters: {
            query?: {
                /**
                 * @description Return only sessions in this state.
                 * @example paid
                 */
                status?: components["schemas"]["CheckoutSessionStatus"];
                /**
                 * @description Return only sessions with exactly this reference.
                 * @example order-1001
                 */
                reference?: string;
                /**
                 * @description Return only sessions that came from this payment link.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                payment_link?: string;
                /**
                 * @description Return only sessions created at this time or later.
                 * @example 2026-11-21T10:15:30.000Z
                 */
                created_from?: components["schemas"]["Timestamp"];
                /**
                 * @description Return only sessions created before this time.
                 * @example 2026-11-21T10:15:30.000Z
                 */
                created_before?: components["schemas"]["Timestamp"];
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout sessions that match, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "checkout.session",
                     *           "status": "paid",
                     *           "livemode": false,
                     *           "amount": 2500,
                     *           "amount_refunded": 0,
                     *           "currency": "GBP",
                     *           "reference": "order-1001",
                     *           "description": "Two tickets",
                     *           "customer": {
                     *             "email": "ada@example.com"
                     *           },
                     *           "billing_address": null,
                     *           "shipping_address": null,
                     *           "success_url": "https://shop.example/thank-you",
                     *           "cancel_url": null,
                     *           "expires_at": "2026-11-21T10:45:30.000Z",
                     *           "attempts": 1,
                     *           "failure_code": null,
                     *           "failure_message": null,
                     *           "payment": {
                     *             "card_brand": "visa",
                     *             "card_last4": "0085",
                     *             "three_d_secure": null,
                     *             "authorization_code": "831000",
                     *             "paid_at": "2026-11-21T10:17:02.412Z"
                     *           },
                     *           "paid_at": "2026-11-21T10:17:02.412Z",
                     *           "created_at": "2026-11-21T10:15:30.000Z",
                     *           "metadata": {
                     *             "order": "1001"
                     *           },
                     *           "payment_link": null,
                     *           "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSessionSearchResult"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /**
                 * @description Return only the disputes of this checkout session.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                session?: string;
                /**
                 * @description Return only disputes in this state.
                 * @example open
                 */
                status?: components["schemas"]["DisputeStatus"];
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example dp_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disputes, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "dispute",
                     *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "amount": 2500,
                     *           "currency": "GBP",
                     *           "status": "open",
                     *           "stage": "chargeback",
                     *           "reason": "fraudulent",
                     *           "opened_at": "2026-11-24T09:41:00.000Z",
                     *           "respond_by": "2026-12-08T09:41:00.000Z",
                     *           "closed_at": null,
                     *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DisputeList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the dispute: `dp_…`.
                 * @example dp_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dispute: the cardholder's bank asks about a payment, or takes its money back. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "dispute",
                     *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "status": "open",
                     *       "stage": "chargeback",
                     *       "reason": "fraudulent",
                     *       "opened_at": "2026-11-24T09:41:00.000Z",
                     *       "respond_by": "2026-12-08T09:41:00.000Z",
                     *       "closed_at": null,
                     *       "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
                     *     }
                     */
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    setWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointSetParams"];
            };
        };
        responses: {
            /** @description The address that receives the events of one mode. Each mode has exactly one address. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "webhook_endpoint",
                     *       "url": "https://shop.example/webhooks",
                     *       "secret": "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                     *       "livemode": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook address of a mode, without its secret. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "webhook_endpoint",
                     *       "url": "https://shop.example/webhooks",
                     *       "livemode": false,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "next_secret_created_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentWebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook address that was removed. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "webhook_endpoint",
                     *       "url": "https://shop.example/webhooks",
                     *       "livemode": false,
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    createNextSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next signing secret of a webhook address. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "next_signing_secret",
                     *       "webhook_endpoint": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "secret": "whsec_fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210",
                     *       "livemode": false,
                     *       "created_at": "2026-11-21T10:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NextSigningSecret"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    deleteNextSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook address of a mode, without its secret. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "webhook_endpoint",
                     *       "url": "https://shop.example/webhooks",
                     *       "livemode": false,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "next_secret_created_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentWebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    useNextSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "whsec_fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
                 *     }
                 */
                "application/json": components["schemas"]["NextSigningSecretUseParams"];
            };
        };
        responses: {
            /** @description The webhook address of a mode, without its secret. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "webhook_endpoint",
                     *       "url": "https://shop.example/webhooks",
                     *       "livemode": false,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "next_secret_created_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentWebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Return only events of this type.
                 * @example session.completed
                 */
                type?: components["schemas"]["EventType"];
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
                /**
                 * @description Return only events newer than the event with this id, oldest first.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                ending_before?: string;
                /**
                 * @description Seconds to wait for an event when there is none yet: 0 to 25, and 0 when you leave it out. The reply may come earlier and be empty: then call again. Five calls of each mode of an account may wait at a time.
                 * @example 0
                 */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, newest first (with `ending_before`: oldest first). */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "type": "session.completed",
                     *           "created": "2026-11-21T10:17:02.412Z",
                     *           "livemode": false,
                     *           "data": {
                     *             "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *             "object": "checkout.session",
                     *             "status": "paid",
                     *             "livemode": false,
                     *             "amount": 2500,
                     *             "amount_refunded": 0,
                     *             "currency": "GBP",
                     *             "reference": "order-1001",
                     *             "description": "Two tickets",
                     *             "customer": {
                     *               "email": "ada@example.com"
                     *             },
                     *             "billing_address": null,
                     *             "shipping_address": null,
                     *             "success_url": "https://shop.example/thank-you",
                     *             "cancel_url": null,
                     *             "expires_at": "2026-11-21T10:45:30.000Z",
                     *             "attempts": 1,
                     *             "failure_code": null,
                     *             "failure_message": null,
                     *             "payment": {
                     *               "card_brand": "visa",
                     *               "card_last4": "0085",
                     *               "three_d_secure": null,
                     *               "authorization_code": "831000",
                     *               "paid_at": "2026-11-21T10:17:02.412Z"
                     *             },
                     *             "paid_at": "2026-11-21T10:17:02.412Z",
                     *             "created_at": "2026-11-21T10:15:30.000Z",
                     *             "metadata": {
                     *               "order": "1001"
                     *             },
                     *             "payment_link": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event: `evt_…`.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Any event; `type` says which. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "type": "session.completed",
                     *       "created": "2026-11-21T10:17:02.412Z",
                     *       "livemode": false,
                     *       "data": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "checkout.session",
                     *         "status": "paid",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "amount_refunded": 0,
                     *         "currency": "GBP",
                     *         "reference": "order-1001",
                     *         "description": "Two tickets",
                     *         "customer": {
                     *           "email": "ada@example.com"
                     *         },
                     *         "billing_address": null,
                     *         "shipping_address": null,
                     *         "success_url": "https://shop.example/thank-you",
                     *         "cancel_url": null,
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "attempts": 1,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "payment": {
                     *           "card_brand": "visa",
                     *           "card_last4": "0085",
                     *           "three_d_secure": null,
                     *           "authorization_code": "831000",
                     *           "paid_at": "2026-11-21T10:17:02.412Z"
                     *         },
                     *         "paid_at": "2026-11-21T10:17:02.412Z",
                     *         "created_at": "2026-11-21T10:15:30.000Z",
                     *         "metadata": {
                     *           "order": "1001"
                     *         },
                     *         "payment_link": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event: `evt_…`.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of a resend. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resent": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EventResend"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listEventResends: {
        parameters: {
            query?: {
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example rsn_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resends of events, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "rsn_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "event_resend",
                     *           "event": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "created": "2026-11-21T10:20:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventResendList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listApiRequests: {
        parameters: {
            query?: {
                /**
                 * @description `failed` returns the failed requests of seven days. `any` returns all requests that are recorded.
                 * @example failed
                 */
                outcome?: components["schemas"]["ApiRequestOutcome"];
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example log_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recorded requests, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "log_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "api_request",
                     *           "created": "2026-11-21T10:15:30.000Z",
                     *           "method": "POST",
                     *           "path": "/v1/checkout/sessions",
                     *           "status": 400,
                     *           "code": "parameter_invalid",
                     *           "param": "amount",
                     *           "request_id": "req_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "duration_ms": 3,
                     *           "fault": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiRequestList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveApiRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the entry, `log_…`, or of the request, `req_…`.
                 * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A recorded request with what the service kept of its bodies. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "log_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "api_request",
                     *       "created": "2026-11-21T10:15:30.000Z",
                     *       "method": "POST",
                     *       "path": "/v1/checkout/sessions",
                     *       "status": 400,
                     *       "code": "parameter_invalid",
                     *       "param": "amount",
                     *       "request_id": "req_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "duration_ms": 3,
                     *       "fault": null,
                     *       "secret_key_id": "key_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "idempotency_key": "order-1001",
                     *       "idempotent_replayed": false,
                     *       "session": null,
                     *       "request_body": "{\"amount\":-1,\"currency\":\"GBP\",\"description\":\"…\"}",
                     *       "reply_body": "{\"error\":{\"code\":\"parameter_invalid\",\"param\":\"amount\"}}"
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedApiRequest"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    signUpForSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "business_name": "Ada's Tickets"
                 *     }
                 */
                "application/json": components["schemas"]["SandboxSignupParams"];
            };
        };
        responses: {
            /** @description A new test account. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchant_id": "mer_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "secret_key": "sk_test_4n0b2v7q4x8z3b6n5c1d0f7gh4n0b2v7q4x8z3b6n5c",
                     *       "livemode": false,
                     *       "note": "Keep this key: no other reply shows it. It works at once, in test mode. To use the dashboard, claim this account with the key at https://pay.example/dashboard/claim."
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxSignup"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveEncryptionKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public key for encrypting card details, as a JWK (RFC 7517). The key changes: fetch it for every card. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kty": "EC",
                     *       "crv": "P-256",
                     *       "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                     *       "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                     *       "kid": "ek_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "alg": "ECDH-ES",
                     *       "use": "enc"
                     *     }
                     */
                    "application/json": components["schemas"]["EncryptionKey"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveFormSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The visitor's own secret. What belongs to a card attempt is only for the visitor who submitted it with this token. Others see only the status of the session.
                 * @example mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u
                 */
                "Visitor-Token"?: components["schemas"]["VisitorToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the form sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "form_session",
                     *       "status": "processing",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "merchant_name": "Ada's Tickets",
                     *       "reference": "order-1001",
                     *       "support_email": "help@shop.example",
                     *       "terms_url": "https://shop.example/terms",
                     *       "privacy_url": null,
                     *       "needs": {
                     *         "email": false,
                     *         "billing_address": true
                     *       },
                     *       "accepted_brands": [
                     *         "visa",
                     *         "mastercard",
                     *         "amex"
                     *       ],
                     *       "attempts_left": 4,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "last_attempt": {
                     *         "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "status": "processing",
                     *         "challenge_url": null,
                     *         "challenge_page": null,
                     *         "challenge_kind": null,
                     *         "abandoned": false,
                     *         "left_at_bank": false
                     *       },
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "server_time": "2026-11-21T10:17:01.000Z",
                     *       "cancel_url": null,
                     *       "redirect_url": null,
                     *       "receipt": null
                     *     }
                     */
                    "application/json": components["schemas"]["FormSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_client_secret`: The client secret is missing or wrong. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    submitCardAttempt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The visitor's own secret. What belongs to a card attempt is only for the visitor who submitted it with this token. Others see only the status of the session.
                 * @example mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u
                 */
                "Visitor-Token"?: components["schemas"]["VisitorToken"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encrypted_card": "eyJhbGciOiJFQ0RILUVTIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji.XFBoMYUZodetZdvTiFvSkQ",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CardAttemptCreateParams"];
            };
        };
        responses: {
            /** @description One attempt to pay with a card. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "card_attempt",
                     *       "status": "processing",
                     *       "challenge_url": null,
                     *       "challenge_page": null,
                     *       "challenge_kind": null,
                     *       "abandoned": false,
                     *       "left_at_bank": false,
                     *       "visitor_token": "mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u",
                     *       "session": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "form_session",
                     *         "status": "processing",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "currency": "GBP",
                     *         "description": "Two tickets",
                     *         "merchant_name": "Ada's Tickets",
                     *         "reference": "order-1001",
                     *         "support_email": "help@shop.example",
                     *         "terms_url": "https://shop.example/terms",
                     *         "privacy_url": null,
                     *         "needs": {
                     *           "email": false,
                     *           "billing_address": true
                     *         },
                     *         "accepted_brands": [
                     *           "visa",
                     *           "mastercard",
                     *           "amex"
                     *         ],
                     *         "attempts_left": 4,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "last_attempt": {
                     *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "status": "processing",
                     *           "challenge_url": null,
                     *           "challenge_page": null,
                     *           "challenge_kind": null,
                     *           "abandoned": false,
                     *           "left_at_bank": false
                     *         },
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "server_time": "2026-11-21T10:17:01.000Z",
                     *         "cancel_url": null,
                     *         "redirect_url": null,
                     *         "receipt": null,
                     *         "attempts": 1,
                     *         "success_url": "https://shop.example/thank-you"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardAttempt"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. `card_not_encrypted`: The card details were not encrypted by the service's form. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"] | components["schemas"]["CardNotEncrypted"];
                };
            };
            /** @description `invalid_client_secret`: The client secret is missing or wrong. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"] | components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. `account_configuration`: The merchant account needs to be set up by support. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"] | components["schemas"]["AccountConfiguration"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveCardNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_digits": "40355010"
                 *     }
                 */
                "application/json": components["schemas"]["CardNetworksParams"];
            };
        };
        responses: {
            /** @description The networks between which the customer of a co-badged card may choose. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "card_networks",
                     *       "networks": [
                     *         "cartes_bancaires",
                     *         "visa"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CardNetworks"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. `card_not_encrypted`: The card details were not encrypted by the service's form. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"] | components["schemas"]["CardNotEncrypted"];
                };
            };
            /** @description `invalid_client_secret`: The client secret is missing or wrong. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrieveCardAttempt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The visitor's own secret. What belongs to a card attempt is only for the visitor who submitted it with this token. Others see only the status of the session.
                 * @example mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u
                 */
                "Visitor-Token"?: components["schemas"]["VisitorToken"];
            };
            path: {
                /**
                 * @description Id of the card attempt: `att_…`.
                 * @example att_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One attempt to pay with a card. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "card_attempt",
                     *       "status": "processing",
                     *       "challenge_url": null,
                     *       "challenge_page": null,
                     *       "challenge_kind": null,
                     *       "abandoned": false,
                     *       "left_at_bank": false,
                     *       "visitor_token": "mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u",
                     *       "session": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "form_session",
                     *         "status": "processing",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "currency": "GBP",
                     *         "description": "Two tickets",
                     *         "merchant_name": "Ada's Tickets",
                     *         "reference": "order-1001",
                     *         "support_email": "help@shop.example",
                     *         "terms_url": "https://shop.example/terms",
                     *         "privacy_url": null,
                     *         "needs": {
                     *           "email": false,
                     *           "billing_address": true
                     *         },
                     *         "accepted_brands": [
                     *           "visa",
                     *           "mastercard",
                     *           "amex"
                     *         ],
                     *         "attempts_left": 4,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "last_attempt": {
                     *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "status": "processing",
                     *           "challenge_url": null,
                     *           "challenge_page": null,
                     *           "challenge_kind": null,
                     *           "abandoned": false,
                     *           "left_at_bank": false
                     *         },
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "server_time": "2026-11-21T10:17:01.000Z",
                     *         "cancel_url": null,
                     *         "redirect_url": null,
                     *         "receipt": null,
                     *         "attempts": 1,
                     *         "success_url": "https://shop.example/thank-you"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardAttempt"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_client_secret`: The client secret is missing or wrong. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    abandonCardAttempt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The visitor's own secret. What belongs to a card attempt is only for the visitor who submitted it with this token. Others see only the status of the session.
                 * @example mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u
                 */
                "Visitor-Token"?: components["schemas"]["VisitorToken"];
            };
            path: {
                /**
                 * @description Id of the card attempt: `att_…`.
                 * @example att_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One attempt to pay with a card. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "card_attempt",
                     *       "status": "processing",
                     *       "challenge_url": null,
                     *       "challenge_page": null,
                     *       "challenge_kind": null,
                     *       "abandoned": false,
                     *       "left_at_bank": false,
                     *       "visitor_token": "mJ3v0Zt1xQk8Yb2LwF7nRg5sHc9dAe4u",
                     *       "session": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "form_session",
                     *         "status": "processing",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "currency": "GBP",
                     *         "description": "Two tickets",
                     *         "merchant_name": "Ada's Tickets",
                     *         "reference": "order-1001",
                     *         "support_email": "help@shop.example",
                     *         "terms_url": "https://shop.example/terms",
                     *         "privacy_url": null,
                     *         "needs": {
                     *           "email": false,
                     *           "billing_address": true
                     *         },
                     *         "accepted_brands": [
                     *           "visa",
                     *           "mastercard",
                     *           "amex"
                     *         ],
                     *         "attempts_left": 4,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "last_attempt": {
                     *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "status": "processing",
                     *           "challenge_url": null,
                     *           "challenge_page": null,
                     *           "challenge_kind": null,
                     *           "abandoned": false,
                     *           "left_at_bank": false
                     *         },
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "server_time": "2026-11-21T10:17:01.000Z",
                     *         "cancel_url": null,
                     *         "redirect_url": null,
                     *         "receipt": null,
                     *         "attempts": 1,
                     *         "success_url": "https://shop.example/thank-you"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardAttempt"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_client_secret`: The client secret is missing or wrong. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    openLinkCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Short code of the payment link.
                 * @example k9m2v7q4x8z3
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form's session of a payment link, with its client secret. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "form_session",
                     *       "status": "open",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "merchant_name": "Ada's Tickets",
                     *       "reference": "order-1001",
                     *       "support_email": "help@shop.example",
                     *       "terms_url": "https://shop.example/terms",
                     *       "privacy_url": null,
                     *       "needs": {
                     *         "email": false,
                     *         "billing_address": true
                     *       },
                     *       "accepted_brands": [
                     *         "visa",
                     *         "mastercard",
                     *         "amex"
                     *       ],
                     *       "attempts_left": null,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "last_attempt": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "server_time": "2026-11-21T10:17:01.000Z",
                     *       "cancel_url": null,
                     *       "redirect_url": null,
                     *       "receipt": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkCheckout"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description Return only links in this state.
                 * @example active
                 */
                status?: components["schemas"]["PaymentLinkStatus"];
                /**
                 * @description The most objects to return: 1 to 100, 20 when you leave it out.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object on the previous page. The reply starts with the next object.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payment links, newest first. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "object": "payment_link",
                     *           "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *           "code": "k9m2v7q4x8z3",
                     *           "kind": "single",
                     *           "status": "active",
                     *           "livemode": false,
                     *           "amount": 2500,
                     *           "currency": "GBP",
                     *           "description": "Two tickets",
                     *           "reference": "order-1001",
                     *           "customer": {},
                     *           "success_url": null,
                     *           "expires_at": null,
                     *           "paid_session": null,
                     *           "metadata": {
                     *             "campaign": "spring"
                     *           },
                     *           "created_at": "2026-11-21T10:15:30.000Z",
                     *           "payments_count": 0,
                     *           "amount_collected": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to retry: for 24 hours, the same key with the same body returns the stored reply. Use a new random key for each new request.
                 * @example 0d5ff7d2-7a3c-4b1e-9a51-0c6d2f0a4b3e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2500,
                 *       "currency": "GBP",
                 *       "description": "Two tickets",
                 *       "kind": "single",
                 *       "reference": "order-1001"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkCreateParams"];
            };
        };
        responses: {
            /** @description A short address that opens a checkout. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when the service replays the reply to an earlier request with the same `Idempotency-Key`. Absent otherwise.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "payment_link",
                     *       "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *       "code": "k9m2v7q4x8z3",
                     *       "kind": "single",
                     *       "status": "active",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "reference": "order-1001",
                     *       "customer": {},
                     *       "success_url": null,
                     *       "expires_at": null,
                     *       "paid_session": null,
                     *       "metadata": {
                     *         "campaign": "spring"
                     *       },
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "payments_count": 0,
                     *       "amount_collected": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. `amount_too_large`: The amount is above the limit for this key. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"] | components["schemas"]["AmountTooLarge"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `idempotency_conflict`: This Idempotency-Key was used before with a different request. `request_in_progress`: A request with the same Idempotency-Key is still running. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyConflict"] | components["schemas"]["RequestInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. `account_configuration`: The merchant account needs to be set up by support. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"] | components["schemas"]["AccountConfiguration"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    retrievePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment link: `pl_…`.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A short address that opens a checkout. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "payment_link",
                     *       "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *       "code": "k9m2v7q4x8z3",
                     *       "kind": "single",
                     *       "status": "active",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "reference": "order-1001",
                     *       "customer": {},
                     *       "success_url": null,
                     *       "expires_at": null,
                     *       "paid_session": null,
                     *       "metadata": {
                     *         "campaign": "spring"
                     *       },
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "payments_count": 0,
                     *       "amount_collected": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    deactivatePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment link: `pl_…`.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A short address that opens a checkout. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "payment_link",
                     *       "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *       "code": "k9m2v7q4x8z3",
                     *       "kind": "single",
                     *       "status": "deactivated",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "reference": "order-1001",
                     *       "customer": {},
                     *       "success_url": null,
                     *       "expires_at": null,
                     *       "paid_session": null,
                     *       "metadata": {
                     *         "campaign": "spring"
                     *       },
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "payments_count": 0,
                     *       "amount_collected": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testPaySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "card": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["TestPayParams"];
            };
        };
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"] | components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testCompleteChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["TestChallengeParams"];
            };
        };
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testExpireSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "expired",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 0,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": null,
                     *       "paid_at": null,
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"] | components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testDisputeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "disputed",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testCloseDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "won"
                 *     }
                 */
                "application/json": components["schemas"]["TestDisputeParams"];
            };
        };
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testSecondApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the checkout session: `cs_test_…` or `cs_live_…`.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: This key has no checkout session with this id. `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotFound"] | components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testPayLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment link: `pl_…`.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "card": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["TestPayParams"];
            };
        };
        responses: {
            /** @description A checkout session as your server sees it. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "checkout.session",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "amount_refunded": 0,
                     *       "currency": "GBP",
                     *       "reference": "order-1001",
                     *       "description": "Two tickets",
                     *       "customer": {
                     *         "email": "ada@example.com"
                     *       },
                     *       "billing_address": null,
                     *       "shipping_address": null,
                     *       "success_url": "https://shop.example/thank-you",
                     *       "cancel_url": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "attempts": 1,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "payment": {
                     *         "card_brand": "visa",
                     *         "card_last4": "0085",
                     *         "three_d_secure": null,
                     *         "authorization_code": "831000",
                     *         "paid_at": "2026-11-21T10:17:02.412Z"
                     *       },
                     *       "paid_at": "2026-11-21T10:17:02.412Z",
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "metadata": {
                     *         "order": "1001"
                     *       },
                     *       "payment_link": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "url": "https://pay.example/checkout/cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutSession"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"] | components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testExpirePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment link: `pl_…`.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A short address that opens a checkout. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "payment_link",
                     *       "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *       "code": "k9m2v7q4x8z3",
                     *       "kind": "single",
                     *       "status": "expired",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "reference": "order-1001",
                     *       "customer": {},
                     *       "success_url": null,
                     *       "expires_at": null,
                     *       "paid_session": null,
                     *       "metadata": {
                     *         "campaign": "spring"
                     *       },
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "payments_count": 0,
                     *       "amount_collected": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testDuplicateLinkPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the payment link: `pl_…`.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A short address that opens a checkout. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "payment_link",
                     *       "url": "https://pay.example/l/k9m2v7q4x8z3",
                     *       "code": "k9m2v7q4x8z3",
                     *       "kind": "single",
                     *       "status": "paid",
                     *       "livemode": false,
                     *       "amount": 2500,
                     *       "currency": "GBP",
                     *       "description": "Two tickets",
                     *       "reference": "order-1001",
                     *       "customer": {},
                     *       "success_url": null,
                     *       "expires_at": null,
                     *       "paid_session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "metadata": {
                     *         "campaign": "spring"
                     *       },
                     *       "created_at": "2026-11-21T10:15:30.000Z",
                     *       "payments_count": 1,
                     *       "amount_collected": 2500
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_payable`: This checkout can no longer take payment. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotPayable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testSettleRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the refund: `re_…`.
                 * @example re_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["TestSettleParams"];
            };
        };
        responses: {
            /** @description Money returned to the card that paid a session. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "refund",
                     *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "amount": 500,
                     *       "status": "succeeded",
                     *       "reason": "One ticket returned",
                     *       "failure_message": null,
                     *       "created_at": "2026-11-21T11:02:10.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testReverseRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the refund: `re_…`.
                 * @example re_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Money returned to the card that paid a session. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "object": "refund",
                     *       "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *       "amount": 500,
                     *       "status": "failed",
                     *       "reason": "One ticket returned",
                     *       "failure_message": "The money did not reach the card and came back.",
                     *       "created_at": "2026-11-21T11:02:10.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `session_not_refundable`: This session is not paid, or has nothing left to refund. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionNotRefundable"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testRetrieveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time of your account in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_clock",
                     *       "now": "2026-11-23T17:28:00.000Z",
                     *       "offset_seconds": 112350,
                     *       "status": "ready",
                     *       "advancing_to": null
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testAdvanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance": 3600
                 *     }
                 */
                "application/json": components["schemas"]["TestClockAdvanceParams"];
            };
        };
        responses: {
            /** @description The time of your account in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_clock",
                     *       "now": "2026-11-23T17:28:00.000Z",
                     *       "offset_seconds": 112350,
                     *       "status": "ready",
                     *       "advancing_to": null
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testResetClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time of your account in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_clock",
                     *       "now": "2026-11-23T17:28:00.000Z",
                     *       "offset_seconds": 112350,
                     *       "status": "ready",
                     *       "advancing_to": null
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testRetrieveFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults that your account causes in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_faults",
                     *       "calls": [
                     *         "dropped_reply"
                     *       ],
                     *       "webhooks": [
                     *         "duplicated"
                     *       ],
                     *       "percent": null,
                     *       "every": 3,
                     *       "seed": 1904137582,
                     *       "latency_ms": 1000,
                     *       "ends_at": "2026-11-23T17:38:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TestFaults"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testBeginFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calls": [
                 *         "dropped_reply"
                 *       ],
                 *       "webhooks": [
                 *         "duplicated"
                 *       ],
                 *       "every": 3
                 *     }
                 */
                "application/json": components["schemas"]["TestFaultsParams"];
            };
        };
        responses: {
            /** @description The faults that your account causes in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_faults",
                     *       "calls": [
                     *         "dropped_reply"
                     *       ],
                     *       "webhooks": [
                     *         "duplicated"
                     *       ],
                     *       "percent": null,
                     *       "every": 3,
                     *       "seed": 1904137582,
                     *       "latency_ms": 1000,
                     *       "ends_at": "2026-11-23T17:38:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TestFaults"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"] | components["schemas"]["ParameterMissing"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testEndFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults that your account causes in test mode. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_faults",
                     *       "calls": [],
                     *       "webhooks": [],
                     *       "percent": null,
                     *       "every": null,
                     *       "seed": null,
                     *       "latency_ms": null,
                     *       "ends_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["TestFaults"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keep": {
                 *         "keys": true,
                 *         "webhook_endpoint": true,
                 *         "settings": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestResetParams"];
            };
        };
        responses: {
            /** @description What a reset has deleted. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_reset",
                     *       "livemode": false,
                     *       "deleted_sessions": 42,
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["TestReset"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `payment_in_progress`: A payment for this checkout is already in progress. */
            409: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentInProgress"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testListSituations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every situation, by name. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "has_more": false,
                     *       "data": [
                     *         {
                     *           "object": "test_situation",
                     *           "name": "dispute-third-week",
                     *           "title": "A dispute in its third week",
                     *           "description": "A customer disputed a payment fifteen days ago, and nobody has answered the bank.",
                     *           "days": 17
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TestSituationList"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    testSetUpSituation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the situation.
                 * @example dispute-third-week
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a situation has made in your account. */
            200: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_situation_result",
                     *       "situation": "dispute-third-week",
                     *       "livemode": false,
                     *       "status": "complete",
                     *       "ids": {
                     *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "dispute": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh"
                     *       },
                     *       "now": "2026-12-10T10:15:00.000Z",
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["TestSituationResult"];
                };
            };
            /** @description `parameter_invalid`: A field has an invalid format or value. */
            400: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `invalid_api_key`: The secret key is missing, wrong or revoked. */
            401: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: Live mode is not enabled for this account. `webhooks_not_available`: This key cannot make this call. */
            403: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: Nothing was found at this address. */
            404: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFound"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `internal_error`: The service is temporarily unavailable. */
            503: {
                headers: {
                    /**
                     * @description Identifies this request in the service's logs. Quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait before the next request.
                     * @example 5
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailable"];
                };
            };
        };
    };
    onSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=29f7f4c2f1f3ca2986e91dc4311ea1b7e225cdc241cbd465bd9f7a12e17ec526
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,/ocLrWAXwQnhOBW1benG0FZ55PtboNCdTOfNrP6YQgM=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.completed",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "paid",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=ffceae1d5fe4b2b87efb2e7cd919a22a03926702bd2657343060f3a558ca5ea0
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,1cHi9CT4Mhm9m7NWJKvpaoOyAgUTG6I2dJ1x9ntxhQA=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.failed",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "failed",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 5,
                 *         "failure_code": "card_declined",
                 *         "failure_message": "Your bank declined this card. Please try another card.",
                 *         "payment": null,
                 *         "paid_at": null,
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=4e4d88aa16a04db601fababdf9ef7b4e9ecf47ab16a1e978c7564163b08577c8
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,VDuLm1SejDU57QgDhJdGV7GO03chPHqGHEhGUqnVP3Q=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.expired",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "expired",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 0,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": null,
                 *         "paid_at": null,
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionRefunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=0c68145267aaee7ecdeedf358b850dba24d4a4ccbdca7378ca88ac7e63400f0f
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,DOCEkPjktuHO9y4MKTVvzLnmldMhFDaDprEJEJq9310=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.refunded",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "paid",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 500,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null,
                 *         "refund": {
                 *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "object": "refund",
                 *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "amount": 500,
                 *           "status": "succeeded",
                 *           "reason": "One ticket returned",
                 *           "failure_message": null,
                 *           "created_at": "2026-11-21T11:02:10.120Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionRefundedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=a075e2c2e5ae7d395d8b2aaf268242f66be64a63f36212234d70cda46448872f
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,ZuDhO6xuSsYH2acQJXyOYfyLZvaDZHZYpFvKJmpNA3A=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.refund_failed",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "paid",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null,
                 *         "refund": {
                 *           "id": "re_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "object": "refund",
                 *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "amount": 500,
                 *           "status": "failed",
                 *           "reason": "One ticket returned",
                 *           "failure_message": "The bank could not return the money to this card.",
                 *           "created_at": "2026-11-21T11:02:10.120Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionRefundFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionDisputed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=c1e013acdd9f3fa6af3684ab463482f06ce37cf1abdcb3b3d8eb256de83145d7
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,8lLHQOk+eZsnAV4ppup46jsZcfiv8vGK9FIw0LsoOo0=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.disputed",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "disputed",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null,
                 *         "dispute": {
                 *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "object": "dispute",
                 *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "amount": 2500,
                 *           "currency": "GBP",
                 *           "status": "open",
                 *           "stage": "chargeback",
                 *           "reason": "fraudulent",
                 *           "opened_at": "2026-11-24T09:41:00.000Z",
                 *           "respond_by": "2026-12-08T09:41:00.000Z",
                 *           "closed_at": null,
                 *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionDisputedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionDisputeClosed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=d40407beeed0371b126fa8374dd21a8e035157a2088e8c442345bd3048e22cc9
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,01IoI7Rzyi2Th2l3H8cDEeJon93x93Eam2EpiryprQo=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.dispute_closed",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "paid",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null,
                 *         "dispute": {
                 *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "object": "dispute",
                 *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "amount": 2500,
                 *           "currency": "GBP",
                 *           "status": "won",
                 *           "stage": "chargeback",
                 *           "reason": "fraudulent",
                 *           "opened_at": "2026-11-24T09:41:00.000Z",
                 *           "respond_by": "2026-12-08T09:41:00.000Z",
                 *           "closed_at": "2026-12-04T14:20:00.000Z",
                 *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionDisputeClosedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionDisputeLost: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=170a5c5b9a6ef5a034134c7431487e6de36a23779e246cf117127fac07a29f8c
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,1dymO5WP8jzbu/PLhrTeqptrbNMccx2vzUfVGoPs5Co=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.dispute_lost",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "disputed",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null,
                 *         "dispute": {
                 *           "id": "dp_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "object": "dispute",
                 *           "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *           "amount": 2500,
                 *           "currency": "GBP",
                 *           "status": "lost",
                 *           "stage": "chargeback",
                 *           "reason": "fraudulent",
                 *           "opened_at": "2026-11-24T09:41:00.000Z",
                 *           "respond_by": "2026-12-08T09:41:00.000Z",
                 *           "closed_at": "2026-12-04T14:20:00.000Z",
                 *           "processor_reference": "att_01k9m2v7q4x8z3b6n5c1d0f7gh:chargeback:1"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionDisputeLostEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionDuplicateRefunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=db8158db97c7b9989b30e612f0afe3306453991fb36a68dbd57a51e69b9eb361
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,yCg/OP2DaRDTVG/eVJgw+INrYh4WOcO/q1mMb8uOG58=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "session.duplicate_refunded",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "object": "checkout.session",
                 *         "status": "paid",
                 *         "livemode": false,
                 *         "amount": 2500,
                 *         "amount_refunded": 0,
                 *         "currency": "GBP",
                 *         "reference": "order-1001",
                 *         "description": "Two tickets",
                 *         "customer": {
                 *           "email": "ada@example.com"
                 *         },
                 *         "billing_address": null,
                 *         "shipping_address": null,
                 *         "success_url": "https://shop.example/thank-you",
                 *         "cancel_url": null,
                 *         "expires_at": "2026-11-21T10:45:30.000Z",
                 *         "attempts": 1,
                 *         "failure_code": null,
                 *         "failure_message": null,
                 *         "payment": {
                 *           "card_brand": "visa",
                 *           "card_last4": "0085",
                 *           "three_d_secure": null,
                 *           "authorization_code": "831000",
                 *           "paid_at": "2026-11-21T10:17:02.412Z"
                 *         },
                 *         "paid_at": "2026-11-21T10:17:02.412Z",
                 *         "created_at": "2026-11-21T10:15:30.000Z",
                 *         "metadata": {
                 *           "order": "1001"
                 *         },
                 *         "payment_link": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SessionDuplicateRefundedEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentLinkPaid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=ca0b4fc0bb76ff9cf05f8a51a9a0d8896d1a7516bd628b3b5a83408c4d0da48e
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,vMvV8Lf5/xBw/b9gC0+ffl4yiy3m8R1PIWckzsAmLtg=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "payment_link.paid",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "code": "k9m2v7q4x8",
                 *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "amount": 2500,
                 *         "currency": "GBP",
                 *         "reference": "order-1001"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkPaidEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentLinkDuplicatePayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=df117018e5b3eec529baa8d14c151d18ae958e483839d2709e427a1018eb5f1b
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,siiwXBLquL2EpeWMPAPU8clE3Xr4bfZjE7PekMc4uQg=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "payment_link.duplicate_payment",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "id": "pl_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "code": "k9m2v7q4x8",
                 *         "session": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "amount": 2500,
                 *         "currency": "GBP",
                 *         "reference": "order-1001"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentLinkDuplicatePaymentEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTestPing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature in the form `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=b1a89c199fbccef9213bb32713a6c6807b0b5c3922981d3596eff20c748b221d
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event: the same in every delivery of it.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
                /**
                 * @description The id of the event again, under the name of Standard Webhooks.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "webhook-id": components["schemas"]["EventId"];
                /**
                 * @description Time of the attempt in unix seconds, as Standard Webhooks names it: the same value as `t`.
                 * @example 1795256102
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`.
                 *     The key is the text after `whsec_`, decoded as base64. While the secret is replaced, there are two signatures with
                 *     a space between them: that of the current secret, and that of the next one.
                 * @example v1,sQXFCDqW5dMT3EdBsKzxd1lozII7+vKDehlvgT5Qbrs=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *       "type": "test.ping",
                 *       "created": "2026-11-21T10:17:02.412Z",
                 *       "livemode": false,
                 *       "data": {
                 *         "object": "webhook_endpoint",
                 *         "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
                 *         "message": "Your webhook endpoint works."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestPingEvent"];
            };
        };
        responses: {
            /** @description Received. Any other reply, or none within 15 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
