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
         * @description The newest sessions of the key's mode, up to `limit`.
         */
        get: operations["listCheckoutSessions"];
        put?: never;
        /**
         * Create a checkout session
         * @description Makes a checkout session. Send its `client_secret` to the browser, or the customer to its `url`.
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
         * @description One session. While it is `processing`, the bank is asked first, so the answer is the current state.
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
         * @description Returns money to the paying card: `amount`, or all that is not yet refunded.
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
         * @description Closes an open checkout: it becomes `expired`, with its event.
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
         * @description Refunds of the key's mode, newest first, page by page.
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
         * @description One refund, as it is now.
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
         * @description Sessions of the key's mode that match every filter given, newest first, page by page.
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
         * @description Sets the address of the key's mode. A new address replaces the old one and makes a new secret.
         */
        post: operations["setWebhookEndpoint"];
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
         * @description Events of the key's mode, newest first, page by page. A follower asks with `ending_before` and `wait`, and loses nothing.
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
         * @description One event, as it was delivered.
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
         * @description Gives a test account and its secret key at once, without a password.
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
         * @description The key that the form encrypts the next card to.
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
         * @description The session that the client secret opens.
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
         * @description Sends an encrypted card to the bank. Answers when the bank has answered, or `processing` when it takes longer.
         */
        post: operations["submitCardAttempt"];
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
         * @description What became of a card attempt.
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
         * @description The checkout of a payment link: the shared one of a one-off link, a new one of a reusable link.
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
         * @description The newest links of the key's mode, up to `limit`.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Makes a short address that opens a checkout.
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
         * @description One link with its totals.
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
         * @description Closes a link. A checkout still waiting on it closes too; one already with the bank finishes.
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
         * @description Pays a session without a browser, on the real payment path. Answers when the payment is settled, after 5 s at most.
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
         * @description Ends the confirmation window of a session that waits on a `challenge`.
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
         * @description Lets a session's time pass.
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
         * @description The cardholder's bank opens a chargeback of a paid session.
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
         * @description A second approval reaches a session that is paid already: it is refunded automatically.
         */
        post: operations["testSecondApproval"];
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
         * @description Lets an active link's time pass.
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
         * @description A second customer's approval reaches a paid one-off link: it is refunded automatically.
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
         * @description The bank settles a pending refund.
         */
        post: operations["testSettleRefund"];
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
         * @description A session is paid; once per session.
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
         * @description A session was not paid in time.
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
         * @description A chargeback was opened.
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
         * @description A chargeback closed in the merchant's favour.
         */
        post: operations["onSessionDisputeClosed"];
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
         * @description A second approval reached an already paid session, and was refunded automatically.
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
         * @description A second payment reached an already paid one-off link, and was refunded automatically.
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
         * @description Sent by the dashboard's test button.
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
        /** @description The merchant account needs setup by support. */
        AccountConfiguration: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "account_configuration";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
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
            line1?: string;
            line2?: string;
            city?: string;
            postal_code?: string;
            /** @description Code of the state or province. */
            state?: string;
            country?: components["schemas"]["Country"];
        };
        /**
         * @description Amount in the smallest unit of the currency (pence, cents, yen).
         * @example 2500
         */
        Amount: number;
        /** @description The amount is above the limit for this key. */
        AmountTooLarge: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "amount_too_large";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The session inside a card attempt: also how often cards were tried, and where the customer goes. */
        AttemptSession: {
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "form_session";
            status: components["schemas"]["CheckoutSessionStatus"];
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            description: string | null;
            merchant_name: string | null;
            needs: components["schemas"]["FormNeeds"];
            /** @description Cards that may still be tried. */
            attempts_left: number;
            failure_code: components["schemas"]["FailureCode"] | null;
            failure_message: string | null;
            last_attempt: components["schemas"]["LastAttempt"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description The customer's clock may be wrong: this is ours. */
            server_time: components["schemas"]["Timestamp"];
            cancel_url: string | null;
            /** @description The complete thank-you address, once paid. */
            redirect_url: string | null;
            attempts: number;
            success_url: string | null;
        };
        /**
         * @description One card sent to the bank.
         * @example {
         *       "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "card_attempt",
         *       "status": "processing",
         *       "challenge_url": null,
         *       "session": {
         *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "object": "form_session",
         *         "status": "processing",
         *         "livemode": false,
         *         "amount": 2500,
         *         "currency": "GBP",
         *         "description": "Two tickets",
         *         "merchant_name": "Ada's Tickets",
         *         "needs": {
         *           "email": false,
         *           "billing_address": true
         *         },
         *         "attempts_left": 4,
         *         "failure_code": null,
         *         "failure_message": null,
         *         "last_attempt": {
         *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *           "status": "processing",
         *           "challenge_url": null
         *         },
         *         "expires_at": "2026-11-21T10:45:30.000Z",
         *         "server_time": "2026-11-21T10:17:01.000Z",
         *         "cancel_url": null,
         *         "redirect_url": null,
         *         "attempts": 1,
         *         "success_url": "https://shop.example/thank-you"
         *       }
         *     }
         */
        CardAttempt: {
            id: components["schemas"]["CardAttemptId"];
            /** @constant */
            object: "card_attempt";
            status: components["schemas"]["CardAttemptStatus"];
            challenge_url: string | null;
            session: components["schemas"]["AttemptSession"];
        };
        /**
         * @example {
         *       "encrypted_card": "eyJhbGciOiJFQ0RILUVTIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji.XFBoMYUZodetZdvTiFvSkQ",
         *       "email": "ada@example.com"
         *     }
         */
        CardAttemptCreateParams: {
            /** @description Compact JWE, `alg` and `kid` as the published key says, `enc` A256GCM. */
            encrypted_card: string;
            /** @description Kept on the session, when it has none. */
            email?: components["schemas"]["Email"];
            /** @description Kept on the session, when it has none. */
            billing_address?: components["schemas"]["Address"];
        };
        /**
         * @description Prefix `att_`.
         * @example att_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        CardAttemptId: string;
        /**
         * @description `challenge`: the customer must confirm at `challenge_url`.
         * @enum {string}
         */
        CardAttemptStatus: "processing" | "challenge" | "approved" | "failed";
        /** @description The card details were not encrypted by the service's form. */
        CardNotEncrypted: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "card_not_encrypted";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description What the sandbox bank does with a card. Each has a test card of its own.
         * @default approved
         * @enum {string}
         */
        CardScenario: "approved" | "background_check" | "challenge" | "declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration" | "no_answer" | "late_approval" | "refund_pending" | "refund_failed" | "refund_unavailable";
        /**
         * @description What the customer does in the confirmation window.
         * @enum {string}
         */
        ChallengeOutcome: "approved" | "declined" | "abandoned";
        /**
         * @description A checkout session as the merchant's server sees it.
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
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "checkout.session";
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description False for test keys. */
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            /** @description Refunded so far, in the smallest unit. */
            amount_refunded: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. */
            reference: string | null;
            /** @description Shown to the customer. */
            description: string | null;
            customer: components["schemas"]["Customer"];
            billing_address: components["schemas"]["Address"] | null;
            shipping_address: components["schemas"]["Address"] | null;
            success_url: components["schemas"]["HttpsUrl"] | null;
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description Card attempts so far. */
            attempts: number;
            /** @description Describes the last attempt on an open or failed session. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description Text written for the customer. */
            failure_message: string | null;
            /** @description Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            paid_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            /** @description The payment link this checkout came from, if any. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            /** @description For the browser: the only value that goes there. Form: `<session_id>_secret_<suffix>`. Never in webhooks. */
            client_secret: string;
            /**
             * Format: uri
             * @description Hosted checkout page of the session. Never in webhooks.
             */
            url: string;
        };
        /**
         * @description What a new checkout session is made of.
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
             * @description 1 to 99,999,999 in the smallest unit of the currency.
             * @example 2500
             */
            amount: number;
            /** @description ISO 4217; must be enabled on the account. */
            currency: components["schemas"]["CurrencyInput"];
            /** @description Your own order id: returned in reads and webhooks, and a filter of the list. */
            reference?: string | null;
            /** @description Shown on the form. */
            description?: string | null;
            customer?: components["schemas"]["Customer"];
            /** @description When absent the form asks the customer. */
            billing_address?: components["schemas"]["Address"] | null;
            shipping_address?: components["schemas"]["Address"] | null;
            /** @description Where the customer goes after paying, with `session_id` and `reference` added. Falls back to the dashboard's setting. */
            success_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description Target of the cancel link on the hosted page. */
            cancel_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description Seconds until an unpaid session expires; 1,800 (30 minutes) when you leave it out. */
            expires_in?: components["schemas"]["SessionLifetime"];
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description A checkout session as events carry it: without `client_secret` and `url`.
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
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "checkout.session";
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description False for test keys. */
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            /** @description Refunded so far, in the smallest unit. */
            amount_refunded: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. */
            reference: string | null;
            /** @description Shown to the customer. */
            description: string | null;
            customer: components["schemas"]["Customer"];
            billing_address: components["schemas"]["Address"] | null;
            shipping_address: components["schemas"]["Address"] | null;
            success_url: components["schemas"]["HttpsUrl"] | null;
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description Card attempts so far. */
            attempts: number;
            /** @description Describes the last attempt on an open or failed session. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description Text written for the customer. */
            failure_message: string | null;
            /** @description Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            paid_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            /** @description The payment link this checkout came from, if any. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
        };
        /**
         * @description Prefix `cs_test_` in test mode, `cs_live_` in live mode.
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
            /** @constant */
            object: "list";
            data: components["schemas"]["CheckoutSession"][];
        };
        /**
         * @description Checkout sessions that match, newest first.
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
            /** @constant */
            object: "list";
            /** @description Whether there are more after the last one: ask with `starting_after`. */
            has_more: boolean;
            data: components["schemas"]["CheckoutSession"][];
        };
        /**
         * @description `open`: waits for the customer. `processing`: a card attempt is with the bank. `paid`: the money is taken.
         *     `failed`: the last allowed attempt failed. `expired`: not paid in time. `refunded`: wholly refunded.
         *     `disputed`: the cardholder's bank opened a chargeback.
         * @enum {string}
         */
        CheckoutSessionStatus: "open" | "processing" | "paid" | "failed" | "expired" | "refunded" | "disputed";
        /**
         * Format: iso-3166
         * @description Two letters, ISO 3166-1; either case is accepted.
         * @example GB
         */
        Country: string;
        /**
         * @description Three letters, ISO 4217, upper case.
         * @example GBP
         */
        Currency: string;
        /**
         * Format: iso-4217
         * @description Three letters, ISO 4217; either case is accepted.
         * @example GBP
         */
        CurrencyInput: string;
        /** @description This account does not process the currency. */
        CurrencyNotEnabled: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "currency_not_enabled";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description The customer; only the keys that were supplied appear.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        Customer: {
            /** @description With an email the form does not ask for one again. */
            email?: components["schemas"]["Email"];
            name?: string;
            phone?: string;
        };
        /**
         * @description `won`: closed in the merchant's favour.
         * @enum {string}
         */
        DisputeOutcome: "won" | "lost";
        /**
         * Format: email
         * @example ada@example.com
         */
        Email: string;
        /**
         * @description The public key that cards are encrypted to, as a JWK. It changes: fetch it for every card.
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
            /** @constant */
            kty: "EC";
            /** @constant */
            crv: "P-256";
            x: string;
            y: string;
            kid: string;
            /** @constant */
            alg: "ECDH-ES";
            /** @constant */
            use: "enc";
        };
        /** @description Any event. */
        Event: components["schemas"]["SessionCompletedEvent"] | components["schemas"]["SessionFailedEvent"] | components["schemas"]["SessionExpiredEvent"] | components["schemas"]["SessionRefundedEvent"] | components["schemas"]["SessionDisputedEvent"] | components["schemas"]["SessionDisputeClosedEvent"] | components["schemas"]["SessionDuplicateRefundedEvent"] | components["schemas"]["PaymentLinkPaidEvent"] | components["schemas"]["PaymentLinkDuplicatePaymentEvent"] | components["schemas"]["TestPingEvent"];
        /**
         * @description Prefix `evt_`.
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
            /** @constant */
            object: "list";
            /** @description Whether there are more in the direction of this page. */
            has_more: boolean;
            data: components["schemas"]["Event"][];
        };
        /**
         * @description How many deliveries were queued: 1, or 0 when the mode has no webhook address.
         * @example {
         *       "resent": 1
         *     }
         */
        EventResend: {
            resent: number;
        };
        /**
         * @description Why the last card attempt of an open or failed session failed.
         * @enum {string}
         */
        FailureCode: "card_declined" | "invalid_card" | "expired_card" | "risk_declined" | "authentication_failed" | "processing_error" | "processor_unavailable" | "account_configuration";
        /** @description What the form still has to ask for. */
        FormNeeds: {
            email: boolean;
            billing_address: boolean;
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
         *       "needs": {
         *         "email": false,
         *         "billing_address": true
         *       },
         *       "attempts_left": 4,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "last_attempt": {
         *         "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *         "status": "processing",
         *         "challenge_url": null
         *       },
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "server_time": "2026-11-21T10:17:01.000Z",
         *       "cancel_url": null,
         *       "redirect_url": null
         *     }
         */
        FormSession: {
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "form_session";
            status: components["schemas"]["CheckoutSessionStatus"];
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            description: string | null;
            merchant_name: string | null;
            needs: components["schemas"]["FormNeeds"];
            /** @description Cards that may still be tried. */
            attempts_left: number;
            failure_code: components["schemas"]["FailureCode"] | null;
            failure_message: string | null;
            last_attempt: components["schemas"]["LastAttempt"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description The customer's clock may be wrong: this is ours. */
            server_time: components["schemas"]["Timestamp"];
            cancel_url: string | null;
            /** @description The complete thank-you address, once paid. */
            redirect_url: string | null;
        };
        /**
         * Format: uri
         * @description An https address without user name and password.
         * @example https://shop.example/thank-you
         */
        HttpsUrl: string;
        /** @description This Idempotency-Key was used before with a different request. */
        IdempotencyConflict: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "idempotency_conflict";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalError: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "internal_error";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The secret key is missing, wrong or revoked. */
        InvalidApiKey: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "invalid_api_key";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The client secret is missing or wrong. */
        InvalidClientSecret: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "invalid_client_secret";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description The last card attempt of a session. */
        LastAttempt: {
            id: components["schemas"]["CardAttemptId"];
            status: components["schemas"]["CardAttemptStatus"];
            challenge_url: string | null;
        };
        /**
         * @description The form's session of a payment link, with the client secret that opens it.
         * @example {
         *       "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "form_session",
         *       "status": "open",
         *       "livemode": false,
         *       "amount": 2500,
         *       "currency": "GBP",
         *       "description": "Two tickets",
         *       "merchant_name": "Ada's Tickets",
         *       "needs": {
         *         "email": false,
         *         "billing_address": true
         *       },
         *       "attempts_left": 4,
         *       "failure_code": null,
         *       "failure_message": null,
         *       "last_attempt": null,
         *       "expires_at": "2026-11-21T10:45:30.000Z",
         *       "server_time": "2026-11-21T10:17:01.000Z",
         *       "cancel_url": null,
         *       "redirect_url": null,
         *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
         *     }
         */
        LinkCheckout: {
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "form_session";
            status: components["schemas"]["CheckoutSessionStatus"];
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            description: string | null;
            merchant_name: string | null;
            needs: components["schemas"]["FormNeeds"];
            /** @description Cards that may still be tried. */
            attempts_left: number;
            failure_code: components["schemas"]["FailureCode"] | null;
            failure_message: string | null;
            last_attempt: components["schemas"]["LastAttempt"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description The customer's clock may be wrong: this is ours. */
            server_time: components["schemas"]["Timestamp"];
            cancel_url: string | null;
            /** @description The complete thank-you address, once paid. */
            redirect_url: string | null;
            client_secret: string;
        };
        /** @description This account has no live access. */
        LiveModeNotEnabled: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "live_mode_not_enabled";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description Your own notes: up to 20 entries, keys up to 40 characters, values up to 500.
         * @example {
         *       "order": "1001"
         *     }
         */
        Metadata: {
            [key: string]: components["schemas"]["MetadataValue"];
        };
        MetadataValue: string;
        /** @description There is nothing at this address. */
        NotFound: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "not_found";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description A field has a wrong format or value. */
        ParameterInvalid: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "parameter_invalid";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description A required field is missing. */
        ParameterMissing: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "parameter_missing";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
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
            /** @description One of `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `maestro`, or a brand added later. Null when unknown. */
            card_brand: string | null;
            card_last4: string | null;
            three_d_secure: components["schemas"]["ThreeDSecure"] | null;
            authorization_code: string | null;
            paid_at: components["schemas"]["Timestamp"];
        };
        /** @description A payment for this checkout is already in progress. */
        PaymentInProgress: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "payment_in_progress";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
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
            id: components["schemas"]["PaymentLinkId"];
            /** @constant */
            object: "payment_link";
            /**
             * Format: uri
             * @description Address to send to the customer. A QR image of it is at `<url>/qr.svg`.
             */
            url: string;
            code: string;
            kind: components["schemas"]["PaymentLinkKind"];
            status: components["schemas"]["PaymentLinkStatus"];
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            description: string;
            reference: string | null;
            customer: components["schemas"]["PaymentLinkCustomer"];
            success_url: components["schemas"]["HttpsUrl"] | null;
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description One-off links: the checkout that paid it. */
            paid_session: components["schemas"]["CheckoutSessionId"] | null;
            metadata: components["schemas"]["PaymentLinkMetadata"];
            created_at: components["schemas"]["Timestamp"];
            payments_count: number;
            /** @description Paid minus refunded, in the smallest unit. */
            amount_collected: number;
        };
        /**
         * @description What a new payment link is made of.
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
             * @description 1 to 99,999,999 in the smallest unit of the currency.
             * @example 2500
             */
            amount: number;
            currency: components["schemas"]["CurrencyInput"];
            description: string;
            kind?: components["schemas"]["PaymentLinkKind"];
            /** @description Copied onto every checkout of the link. */
            reference?: string | null;
            /** @description One-off links only. */
            customer?: components["schemas"]["PaymentLinkCustomer"];
            /** @description Falls back to the dashboard's setting. */
            success_url?: components["schemas"]["HttpsUrl"] | null;
            /** @description Between 10 minutes and 1 year ahead. */
            expires_at?: components["schemas"]["Timestamp"] | null;
            metadata?: components["schemas"]["PaymentLinkMetadata"];
        };
        /**
         * @description The customer of a one-off link.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        PaymentLinkCustomer: {
            email?: components["schemas"]["Email"];
            name?: string;
        };
        /**
         * @description A second payment reached an already paid one-off link, and was refunded automatically.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment_link.duplicate_payment";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["PaymentLinkPaymentData"];
        };
        /**
         * @description Prefix `pl_`.
         * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        PaymentLinkId: string;
        /**
         * @description `single`: one checkout, paid once. `reusable`: each visitor gets a checkout of their own.
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
            /** @constant */
            object: "list";
            /** @description Whether there are more than `limit`. */
            has_more: boolean;
            data: components["schemas"]["PaymentLink"][];
        };
        /**
         * @description Up to 19 entries; copied onto each checkout together with `payment_link`.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment_link.paid";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["PaymentLinkPaymentData"];
        };
        /** @description The payment of a link. */
        PaymentLinkPaymentData: {
            id: components["schemas"]["PaymentLinkId"];
            code: string;
            /** @description Id of the checkout session. */
            session: components["schemas"]["CheckoutSessionId"];
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            reference: string | null;
        };
        /** @enum {string} */
        PaymentLinkStatus: "active" | "paid" | "expired" | "deactivated";
        /** @description The endpoint that was pinged. */
        PingData: {
            /** @constant */
            object: "webhook_endpoint";
            id: string;
            message: string;
        };
        /** @description The card processor did not answer. */
        ProcessorUnavailable: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "processor_unavailable";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "rate_limited";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
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
            id: components["schemas"]["RefundId"];
            /** @constant */
            object: "refund";
            /** @description The refunded session. */
            session: string;
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["RefundStatus"];
            reason: string | null;
            /** @description Explains a failed refund. */
            failure_message: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description How much to return, and why.
         * @example {
         *       "amount": 500,
         *       "reason": "One ticket returned"
         *     }
         */
        RefundCreateParams: {
            /**
             * @description In the smallest unit; when left out, everything not yet refunded.
             * @example 500
             */
            amount?: number;
            /** @description Shown in the dashboard. */
            reason?: string | null;
        };
        /** @description The refund is larger than what is left of the payment. */
        RefundExceedsAmount: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "refund_exceeds_amount";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description Prefix `re_`.
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
            /** @constant */
            object: "list";
            /** @description Whether there are more after the last one: ask with `starting_after`. */
            has_more: boolean;
            data: components["schemas"]["Refund"][];
        };
        /**
         * @description `succeeded`: the money is on its way back. `pending`: the bank has not confirmed; a `session.refunded` event follows. `failed`: nothing was taken.
         * @enum {string}
         */
        RefundStatus: "succeeded" | "pending" | "failed";
        /** @description A session and the refund that succeeded. */
        RefundedSessionData: {
            id: components["schemas"]["CheckoutSessionId"];
            /** @constant */
            object: "checkout.session";
            status: components["schemas"]["CheckoutSessionStatus"];
            /** @description False for test keys. */
            livemode: boolean;
            amount: components["schemas"]["Amount"];
            /** @description Refunded so far, in the smallest unit. */
            amount_refunded: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description Your own order id. */
            reference: string | null;
            /** @description Shown to the customer. */
            description: string | null;
            customer: components["schemas"]["Customer"];
            billing_address: components["schemas"]["Address"] | null;
            shipping_address: components["schemas"]["Address"] | null;
            success_url: components["schemas"]["HttpsUrl"] | null;
            cancel_url: components["schemas"]["HttpsUrl"] | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description Card attempts so far. */
            attempts: number;
            /** @description Describes the last attempt on an open or failed session. */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description Text written for the customer. */
            failure_message: string | null;
            /** @description Null until a payment exists. */
            payment: components["schemas"]["Payment"] | null;
            paid_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
            /** @description The payment link this checkout came from, if any. */
            payment_link: components["schemas"]["PaymentLinkId"] | null;
            refund: components["schemas"]["Refund"];
        };
        /**
         * @description Name of one request: prefix `req_`.
         * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
         */
        RequestId: string;
        /** @description A request with the same Idempotency-Key is still running. */
        RequestInProgress: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "request_in_progress";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /**
         * @description A new test account.
         * @example {
         *       "merchant_id": "mer_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "secret_key": "sk_test_4n0b2v7q4x8z3b6n5c1d0f7gh4n0b2v7q4x8z3b6n5c",
         *       "livemode": false,
         *       "note": "Keep this key: it is shown once. It works at once, in test mode."
         *     }
         */
        SandboxSignup: {
            /** @description Prefix `mer_`. */
            merchant_id: string;
            /** @description Shown once. */
            secret_key: string;
            /** @constant */
            livemode: false;
            note: string;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "business_name": "Ada's Tickets"
         *     }
         */
        SandboxSignupParams: {
            email: components["schemas"]["Email"];
            business_name?: string;
        };
        /**
         * @description A session is paid; once per session.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.completed";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A chargeback closed in the merchant's favour.
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
         *         "payment_link": null
         *       }
         *     }
         */
        SessionDisputeClosedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.dispute_closed";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A chargeback was opened.
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
         *         "payment_link": null
         *       }
         *     }
         */
        SessionDisputedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.disputed";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A second approval reached an already paid session, and was refunded automatically.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.duplicate_refunded";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description A session was not paid in time.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.expired";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.failed";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["CheckoutSessionData"];
        };
        /**
         * @description Seconds from the creation of a session until it expires unpaid.
         * @default 1800
         * @example 1800
         */
        SessionLifetime: number;
        /** @description There is no such checkout session for this key. */
        SessionNotFound: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "session_not_found";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description This checkout can no longer take payment. */
        SessionNotPayable: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "session_not_payable";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
        };
        /** @description This session is not paid, or has nothing left to refund. */
        SessionNotRefundable: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "session_not_refundable";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.refunded";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["RefundedSessionData"];
        };
        /** @enum {string} */
        SettledRefundStatus: "succeeded" | "failed";
        /**
         * @example {
         *       "outcome": "approved"
         *     }
         */
        TestChallengeParams: {
            outcome: components["schemas"]["ChallengeOutcome"];
        };
        /**
         * @example {
         *       "outcome": "won"
         *     }
         */
        TestDisputeParams: {
            outcome: components["schemas"]["DisputeOutcome"];
        };
        /**
         * @example {
         *       "card": "approved"
         *     }
         */
        TestPayParams: {
            /** @description The card to pay with. */
            card?: components["schemas"]["CardScenario"];
        };
        /**
         * @description Sent by the dashboard's test button.
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
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "test.ping";
            /** @description When it happened. */
            created: components["schemas"]["Timestamp"];
            livemode: boolean;
            data: components["schemas"]["PingData"];
        };
        /**
         * @example {
         *       "status": "succeeded"
         *     }
         */
        TestSettleParams: {
            status: components["schemas"]["SettledRefundStatus"];
        };
        /**
         * @description How the cardholder was authenticated: without a question, or by confirming.
         * @enum {string}
         */
        ThreeDSecure: "frictionless" | "challenge";
        /**
         * Format: date-time
         * @description RFC 3339, UTC, with milliseconds.
         * @example 2026-11-21T10:15:30.000Z
         */
        Timestamp: string;
        /**
         * @description Where the events of one mode are delivered. Each mode has exactly one address.
         * @example {
         *       "id": "we_01k9m2v7q4x8z3b6n5c1d0f7gh",
         *       "object": "webhook_endpoint",
         *       "url": "https://shop.example/webhooks",
         *       "secret": "whsec_4n0b2v7q4x8z3b6n5c1d0f7gh4n0b2v7q4x8z3b6n5c1d0f7gh",
         *       "livemode": false
         *     }
         */
        WebhookEndpoint: {
            /** @description Prefix `we_`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** Format: uri */
            url: string;
            /** @description Signs every delivery. Shown only in this reply: keep it. */
            secret: string;
            livemode: boolean;
        };
        /**
         * @example {
         *       "url": "https://shop.example/webhooks"
         *     }
         */
        WebhookEndpointSetParams: {
            /**
             * Format: uri
             * @description https and publicly reachable.
             * @example https://shop.example/webhooks
             */
            url: string;
        };
        /** @description The public demo key cannot use this. */
        WebhooksNotAvailable: {
            error: {
                /**
                 * @description Stable, for your program.
                 * @constant
                 */
                code: "webhooks_not_available";
                /**
                 * @description The field at fault, as a dotted path, when there is one.
                 * @example customer.email
                 */
                param?: string;
                /** @description What is wrong, in words. */
                message: string;
                /** @description What to do about it. */
                fix: string;
                /**
                 * Format: uri
                 * @description The page about this code.
                 */
                doc_url?: string;
                /** @description Names this request in our logs. */
                request_id: components["schemas"]["RequestId"];
            };
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
                 * @description Only sessions with this reference.
                 * @example order-1001
                 */
                reference?: string;
                /**
                 * @description How many at the most: 1 to 100.
                 * @example 20
                 */
                limit?: number;
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: the same key with the same body gets the stored reply for 24 hours. Use a fresh random key for each thing you mean to do.
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
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when this is the stored reply of an earlier request with the same `Idempotency-Key`.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. `amount_too_large`: The amount is above the limit for this key. `currency_not_enabled`: This account does not process the currency. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `idempotency_conflict`: This Idempotency-Key was used before with a different request. `request_in_progress`: A request with the same Idempotency-Key is still running. */
            409: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. `account_configuration`: The merchant account needs setup by support. */
            500: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"] | components["schemas"]["AccountConfiguration"];
                };
            };
        };
    };
    retrieveCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    refundCheckoutSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: the same key with the same body gets the stored reply for 24 hours. Use a fresh random key for each thing you mean to do.
                 * @example 0d5ff7d2-7a3c-4b1e-9a51-0c6d2f0a4b3e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when this is the stored reply of an earlier request with the same `Idempotency-Key`.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `refund_exceeds_amount`: The refund is larger than what is left of the payment. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorUnavailable"];
                };
            };
        };
    };
    expireCheckoutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Only refunds of this checkout session.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                session?: string;
                /**
                 * @description How many at the most: 1 to 100.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object of the page before.
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
            /** @description Refunds, newest first. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    retrieveRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example re_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    searchCheckoutSessions: {
        parameters: {
            query?: {
                /**
                 * @description Sessions in this state now.
                 * @example paid
                 */
                status?: components["schemas"]["CheckoutSessionStatus"];
                /**
                 * @description Sessions with this reference, exactly.
                 * @example order-1001
                 */
                reference?: string;
                /**
                 * @description Sessions that came from this payment link.
                 * @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                payment_link?: string;
                /**
                 * @description Created at this moment or later.
                 * @example 2026-11-21T10:15:30.000Z
                 */
                created_from?: components["schemas"]["Timestamp"];
                /**
                 * @description Created before this moment.
                 * @example 2026-11-21T10:15:30.000Z
                 */
                created_before?: components["schemas"]["Timestamp"];
                /**
                 * @description How many at the most: 1 to 100.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object of the page before.
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
            /** @description Checkout sessions that match, newest first. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
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
            /** @description Where the events of one mode are delivered. Each mode has exactly one address. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "secret": "whsec_4n0b2v7q4x8z3b6n5c1d0f7gh4n0b2v7q4x8z3b6n5c1d0f7gh",
                     *       "livemode": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this type.
                 * @example session.completed
                 */
                type?: string;
                /**
                 * @description How many at the most: 1 to 100.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Id of the last object of the page before.
                 * @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                starting_after?: string;
                /**
                 * @description Only events newer than this one, oldest first.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                ending_before?: string;
                /**
                 * @description Seconds to wait for an event when there is none yet: 0 to 25.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    retrieveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Any event. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many deliveries were queued: 1, or 0 when the mode has no webhook address. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "note": "Keep this key: it is shown once. It works at once, in test mode."
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxSignup"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
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
            /** @description The public key that cards are encrypted to, as a JWK. It changes: fetch it for every card. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    retrieveFormSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the form sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "needs": {
                     *         "email": false,
                     *         "billing_address": true
                     *       },
                     *       "attempts_left": 4,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "last_attempt": {
                     *         "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "status": "processing",
                     *         "challenge_url": null
                     *       },
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "server_time": "2026-11-21T10:17:01.000Z",
                     *       "cancel_url": null,
                     *       "redirect_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["FormSession"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    submitCardAttempt: {
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
                 *       "encrypted_card": "eyJhbGciOiJFQ0RILUVTIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6ji.XFBoMYUZodetZdvTiFvSkQ",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CardAttemptCreateParams"];
            };
        };
        responses: {
            /** @description One card sent to the bank. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "session": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "form_session",
                     *         "status": "processing",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "currency": "GBP",
                     *         "description": "Two tickets",
                     *         "merchant_name": "Ada's Tickets",
                     *         "needs": {
                     *           "email": false,
                     *           "billing_address": true
                     *         },
                     *         "attempts_left": 4,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "last_attempt": {
                     *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "status": "processing",
                     *           "challenge_url": null
                     *         },
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "server_time": "2026-11-21T10:17:01.000Z",
                     *         "cancel_url": null,
                     *         "redirect_url": null,
                     *         "attempts": 1,
                     *         "success_url": "https://shop.example/thank-you"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardAttempt"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. `card_not_encrypted`: The card details were not encrypted by the service's form. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    retrieveCardAttempt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example att_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One card sent to the bank. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "session": {
                     *         "id": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *         "object": "form_session",
                     *         "status": "processing",
                     *         "livemode": false,
                     *         "amount": 2500,
                     *         "currency": "GBP",
                     *         "description": "Two tickets",
                     *         "merchant_name": "Ada's Tickets",
                     *         "needs": {
                     *           "email": false,
                     *           "billing_address": true
                     *         },
                     *         "attempts_left": 4,
                     *         "failure_code": null,
                     *         "failure_message": null,
                     *         "last_attempt": {
                     *           "id": "att_01k9m2v7q4x8z3b6n5c1d0f7gh",
                     *           "status": "processing",
                     *           "challenge_url": null
                     *         },
                     *         "expires_at": "2026-11-21T10:45:30.000Z",
                     *         "server_time": "2026-11-21T10:17:01.000Z",
                     *         "cancel_url": null,
                     *         "redirect_url": null,
                     *         "attempts": 1,
                     *         "success_url": "https://shop.example/thank-you"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CardAttempt"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidClientSecret"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    openLinkCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example k9m2v7q4x8z3 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form's session of a payment link, with the client secret that opens it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     *       "needs": {
                     *         "email": false,
                     *         "billing_address": true
                     *       },
                     *       "attempts_left": 4,
                     *       "failure_code": null,
                     *       "failure_message": null,
                     *       "last_attempt": null,
                     *       "expires_at": "2026-11-21T10:45:30.000Z",
                     *       "server_time": "2026-11-21T10:17:01.000Z",
                     *       "cancel_url": null,
                     *       "redirect_url": null,
                     *       "client_secret": "cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh_secret_101k9m2v7q4x8z3b6n5c1d0f7gh"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkCheckout"];
                };
            };
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParameterInvalid"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description Only links in this state.
                 * @example active
                 */
                status?: components["schemas"]["PaymentLinkStatus"];
                /**
                 * @description How many at the most: 1 to 100.
                 * @example 20
                 */
                limit?: number;
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe: the same key with the same body gets the stored reply for 24 hours. Use a fresh random key for each thing you mean to do.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description `true` when this is the stored reply of an earlier request with the same `Idempotency-Key`.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. `amount_too_large`: The amount is above the limit for this key. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
                     * @example 1
                     */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimited"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. `account_configuration`: The merchant account needs setup by support. */
            500: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"] | components["schemas"]["AccountConfiguration"];
                };
            };
        };
    };
    retrievePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    deactivatePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. `webhooks_not_available`: The public demo key cannot use this. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"] | components["schemas"]["WebhooksNotAvailable"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testPaySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testCompleteChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testExpireSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testDisputeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testCloseDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testSecondApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout session as the merchant's server sees it. */
            200: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `session_not_found`: There is no such checkout session for this key. `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testExpirePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testDuplicateLinkPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example pl_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    testSettleRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example re_01k9m2v7q4x8z3b6n5c1d0f7gh */
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
            /** @description `parameter_invalid`: A field has a wrong format or value. `parameter_missing`: A required field is missing. */
            400: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidApiKey"];
                };
            };
            /** @description `live_mode_not_enabled`: This account has no live access. */
            403: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveModeNotEnabled"];
                };
            };
            /** @description `not_found`: There is nothing at this address. */
            404: {
                headers: {
                    /**
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    /**
                     * @description Seconds to wait.
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
                     * @description Names this request in our logs; quote it when you ask for help.
                     * @example req_01k9m2v7q4x8z3b6n5c1d0f7gh
                     */
                    "Request-Id": components["schemas"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    onSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
    onSessionDisputed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 *         "payment_link": null
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 *         "payment_link": null
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
    onSessionDuplicateRefunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the `whsec_` secret of the mode.
                 * @example t=1795256102,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Service-Signature": string;
                /**
                 * @description Id of the event.
                 * @example evt_01k9m2v7q4x8z3b6n5c1d0f7gh
                 */
                "Service-Event-Id": components["schemas"]["EventId"];
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
