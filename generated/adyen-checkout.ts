// Generated from spec/adyen/CheckoutService-v72.yaml by `npm run generate`. Do not edit.
// The document is under the MIT licence of Adyen bv: spec/adyen/LICENSE.
export interface paths {
    "/cancels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-cancels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cardDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-cardDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-payments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentPspReference}/captures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-payments-paymentPspReference-captures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentPspReference}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-payments-paymentPspReference-refunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentPspReference}/reversals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-payments-paymentPspReference-reversals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-payments-details"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountInfo: {
            /** @enum {string} */
            accountAgeIndicator?: "notApplicable" | "thisTransaction" | "lessThan30Days" | "from30To60Days" | "moreThan60Days";
            /** Format: date-time */
            accountChangeDate?: string;
            /** @enum {string} */
            accountChangeIndicator?: "thisTransaction" | "lessThan30Days" | "from30To60Days" | "moreThan60Days";
            /** Format: date-time */
            accountCreationDate?: string;
            /** @enum {string} */
            accountType?: "notApplicable" | "credit" | "debit";
            /** Format: int32 */
            addCardAttemptsDay?: number;
            /** Format: date-time */
            deliveryAddressUsageDate?: string;
            /** @enum {string} */
            deliveryAddressUsageIndicator?: "thisTransaction" | "lessThan30Days" | "from30To60Days" | "moreThan60Days";
            homePhone?: string;
            mobilePhone?: string;
            /** Format: date-time */
            passwordChangeDate?: string;
            /** @enum {string} */
            passwordChangeIndicator?: "notApplicable" | "thisTransaction" | "lessThan30Days" | "from30To60Days" | "moreThan60Days";
            /** Format: int32 */
            pastTransactionsDay?: number;
            /** Format: int32 */
            pastTransactionsYear?: number;
            /** Format: date-time */
            paymentAccountAge?: string;
            /** @enum {string} */
            paymentAccountIndicator?: "notApplicable" | "thisTransaction" | "lessThan30Days" | "from30To60Days" | "moreThan60Days";
            /** Format: int32 */
            purchasesLast6Months?: number;
            suspiciousActivity?: boolean;
            workPhone?: string;
        };
        AcctInfo: {
            /** @enum {string} */
            chAccAgeInd?: "01" | "02" | "03" | "04" | "05";
            chAccChange?: string;
            /** @enum {string} */
            chAccChangeInd?: "01" | "02" | "03" | "04";
            chAccPwChange?: string;
            /** @enum {string} */
            chAccPwChangeInd?: "01" | "02" | "03" | "04" | "05";
            chAccString?: string;
            nbPurchaseAccount?: string;
            paymentAccAge?: string;
            /** @enum {string} */
            paymentAccInd?: "01" | "02" | "03" | "04" | "05";
            provisionAttemptsDay?: string;
            shipAddressUsage?: string;
            /** @enum {string} */
            shipAddressUsageInd?: "01" | "02" | "03" | "04";
            /** @enum {string} */
            shipNameIndicator?: "01" | "02";
            /** @enum {string} */
            suspiciousAccActivity?: "01" | "02";
            txnActivityDay?: string;
            txnActivityYear?: string;
        };
        Address: {
            city: string;
            country: string;
            houseNumberOrName: string;
            postalCode: string;
            stateOrProvince?: string;
            street: string;
        };
        Agency: {
            invoiceNumber?: string;
            planName?: string;
        };
        Airline: {
            agency?: components["schemas"]["Agency"];
            /** Format: int64 */
            boardingFee?: number;
            code?: string;
            computerizedReservationSystem?: string;
            customerReferenceNumber?: string;
            designatorCode?: string;
            documentType?: string;
            /** Format: date-time */
            flightDate?: string;
            legs?: components["schemas"]["Leg"][];
            passengerName: string;
            passengers?: components["schemas"]["Passenger"][];
            ticket?: components["schemas"]["Ticket"];
            travelAgency?: components["schemas"]["TravelAgency"];
        };
        Amount: {
            currency: string;
            /** Format: int64 */
            value: number;
        };
        ApplicationInfo: {
            adyenLibrary?: components["schemas"]["CommonField"];
            adyenPaymentSource?: components["schemas"]["CommonField"];
            externalPlatform?: components["schemas"]["ExternalPlatform"];
            merchantApplication?: components["schemas"]["CommonField"];
            merchantDevice?: components["schemas"]["MerchantDevice"];
            shopperInteractionDevice?: components["schemas"]["ShopperInteractionDevice"];
        };
        AuthenticationData: {
            /** @enum {string} */
            attemptAuthentication?: "always" | "never";
            /** @default false */
            authenticationOnly?: boolean;
            threeDSRequestData?: components["schemas"]["ThreeDSRequestData"];
        };
        BillingAddress: {
            city: string;
            country: string;
            houseNumberOrName: string;
            postalCode: string;
            stateOrProvince?: string;
            street: string;
        };
        BrowserInfo: {
            acceptHeader: string;
            /** Format: int32 */
            colorDepth: number;
            javaEnabled: boolean;
            /** @default true */
            javaScriptEnabled?: boolean;
            language: string;
            /** Format: int32 */
            screenHeight: number;
            /** Format: int32 */
            screenWidth: number;
            /** Format: int32 */
            timeZoneOffset: number;
            userAgent: string;
        };
        CardBrandDetails: {
            supported?: boolean;
            type?: string;
        };
        /** Card */
        CardDetails: {
            billingSequenceNumber?: string;
            brand?: string;
            checkoutAttemptId?: string;
            "cupsecureplus.smscode"?: string;
            cvc?: string;
            encryptedCard?: string;
            encryptedCardNumber?: string;
            encryptedExpiryMonth?: string;
            encryptedExpiryYear?: string;
            encryptedPassword?: string;
            encryptedSecurityCode?: string;
            expiryMonth?: string;
            expiryYear?: string;
            fastlaneData?: string;
            /** @enum {string} */
            fundingSource?: "credit" | "debit" | "prepaid";
            holderName?: string;
            networkPaymentReference?: string;
            number?: string;
            recurringDetailReference?: string;
            sdkData?: string;
            shopperNotificationReference?: string;
            srcCorrelationId?: string;
            srcDigitalCardId?: string;
            srcScheme?: string;
            srcTokenReference?: string;
            storedPaymentMethodId?: string;
            threeDS2SdkVersion?: string;
            /**
             * @default scheme
             * @enum {string}
             */
            type?: "bcmc" | "scheme" | "networkToken" | "giftcard" | "card" | "clicktopay";
        };
        CardDetailsRequest: {
            cardNumber?: string;
            countryCode?: string;
            encryptedCardNumber?: string;
            merchantAccount: string;
            supportedBrands?: string[];
        };
        CardDetailsResponse: {
            brands?: components["schemas"]["CardBrandDetails"][];
            fundingSource?: string;
            isCardCommercial?: boolean;
            issuingCountryCode?: string;
        };
        CheckoutAwaitAction: {
            paymentData?: string;
            paymentMethodType?: string;
            /** @enum {string} */
            type: "await";
            url?: string;
        };
        CheckoutBankAccount: {
            /** @enum {string} */
            accountType?: "balance" | "checking" | "deposit" | "general" | "other" | "payment" | "savings";
            bankAccountNumber?: string;
            bankCity?: string;
            bankLocationId?: string;
            bankName?: string;
            bic?: string;
            countryCode?: string;
            iban?: string;
            ownerName?: string;
            taxId?: string;
        };
        CheckoutBankTransferAction: {
            accountNumber?: string;
            bankCode?: string;
            beneficiary?: string;
            bic?: string;
            branchCode?: string;
            downloadUrl?: string;
            iban?: string;
            paymentMethodType?: string;
            reference?: string;
            routingNumber?: string;
            shopperEmail?: string;
            sortCode?: string;
            totalAmount?: components["schemas"]["Amount"];
            /** @enum {string} */
            type: "bankTransfer";
            url?: string;
        };
        CheckoutDelegatedAuthenticationAction: {
            authorisationToken?: string;
            paymentData?: string;
            paymentMethodType?: string;
            token?: string;
            /** @enum {string} */
            type: "delegatedAuthentication";
            url?: string;
        };
        CheckoutNativeRedirectAction: {
            data?: {
                [key: string]: string;
            };
            method?: string;
            nativeRedirectData?: string;
            paymentMethodType?: string;
            /** @enum {string} */
            type: "nativeRedirect";
            url?: string;
        };
        CheckoutOrderResponse: {
            amount?: components["schemas"]["Amount"];
            expiresAt?: string;
            orderData?: string;
            pspReference: string;
            reference?: string;
            remainingAmount?: components["schemas"]["Amount"];
        };
        CheckoutQrCodeAction: {
            expiresAt?: string;
            paymentData?: string;
            paymentMethodType?: string;
            qrCodeData?: string;
            /** @enum {string} */
            type: "qrCode";
            url?: string;
        };
        CheckoutRedirectAction: {
            data?: {
                [key: string]: string;
            };
            method?: string;
            paymentMethodType?: string;
            /** @enum {string} */
            type: "redirect";
            url?: string;
        };
        CheckoutSDKAction: {
            paymentData?: string;
            paymentMethodType?: string;
            sdkData?: {
                [key: string]: string;
            };
            /** @enum {string} */
            type: "sdk" | "wechatpaySDK";
            url?: string;
        };
        CheckoutThreeDS2Action: {
            authorisationToken?: string;
            paymentData?: string;
            paymentMethodType?: string;
            subtype?: string;
            token?: string;
            /** @enum {string} */
            type: "threeDS2";
            url?: string;
        };
        CheckoutVoucherAction: {
            alternativeReference?: string;
            collectionInstitutionNumber?: string;
            downloadUrl?: string;
            entity?: string;
            expiresAt?: string;
            initialAmount?: components["schemas"]["Amount"];
            instructionsUrl?: string;
            issuer?: string;
            maskedTelephoneNumber?: string;
            merchantName?: string;
            merchantReference?: string;
            passCreationToken?: string;
            paymentData?: string;
            paymentMethodType?: string;
            reference?: string;
            shopperEmail?: string;
            shopperName?: string;
            surcharge?: components["schemas"]["Amount"];
            totalAmount?: components["schemas"]["Amount"];
            /** @enum {string} */
            type: "voucher";
            url?: string;
        };
        CommonField: {
            name?: string;
            version?: string;
        };
        Company: {
            homepage?: string;
            name?: string;
            registrationNumber?: string;
            registryLocation?: string;
            taxId?: string;
            type?: string;
        };
        DeliveryAddress: {
            city: string;
            country: string;
            firstName?: string;
            houseNumberOrName: string;
            lastName?: string;
            postalCode: string;
            stateOrProvince?: string;
            street: string;
        };
        Destination: {
            countryCode?: string;
            postalCode?: string;
            stateOrProvince?: string;
        };
        DetailsRequestAuthenticationData: {
            /** @default false */
            authenticationOnly?: boolean;
        };
        DeviceRenderOptions: {
            /**
             * @default both
             * @enum {string}
             */
            sdkInterface?: "native" | "html" | "both";
            sdkUiType?: ("multiSelect" | "otherHtml" | "outOfBand" | "singleSelect" | "text")[];
        };
        EncryptedOrderData: {
            orderData: string;
            pspReference: string;
        };
        EnhancedSchemeData: {
            airline?: components["schemas"]["Airline"];
            levelTwoThree?: components["schemas"]["LevelTwoThree"];
        };
        ExternalPlatform: {
            integrator?: string;
            name?: string;
            version?: string;
        };
        ForexQuote: {
            account?: string;
            accountType?: string;
            baseAmount?: components["schemas"]["Amount"];
            /** Format: int32 */
            basePoints: number;
            buy?: components["schemas"]["Amount"];
            interbank?: components["schemas"]["Amount"];
            reference?: string;
            sell?: components["schemas"]["Amount"];
            signature?: string;
            source?: string;
            type?: string;
            /** Format: date-time */
            validTill: string;
        };
        FraudCheckResult: {
            /** Format: int32 */
            accountScore: number;
            /** Format: int32 */
            checkId: number;
            name: string;
        };
        FraudResult: {
            /** Format: int32 */
            accountScore: number;
            results?: components["schemas"]["FraudCheckResult"][];
        };
        FundOrigin: {
            billingAddress?: components["schemas"]["Address"];
            shopperEmail?: string;
            shopperName?: components["schemas"]["Name"];
            telephoneNumber?: string;
            walletIdentifier?: string;
        };
        FundRecipient: {
            billingAddress?: components["schemas"]["Address"];
            IBAN?: string;
            paymentMethod?: components["schemas"]["CardDetails"];
            shopperEmail?: string;
            shopperName?: components["schemas"]["Name"];
            shopperReference?: string;
            storedPaymentMethodId?: string;
            subMerchant?: components["schemas"]["SubMerchant"];
            telephoneNumber?: string;
            walletIdentifier?: string;
            walletOwnerTaxId?: string;
            /** @enum {string} */
            walletPurpose?: "identifiedBoleto" | "transferDifferentWallet" | "transferOwnWallet" | "transferSameWallet" | "unidentifiedBoleto";
        };
        Installments: {
            /** Format: int32 */
            extra?: number;
            /** @enum {string} */
            plan?: "bonus" | "buynow_paylater" | "interes_refund_prctg" | "interest_bonus" | "nointeres_refund_prctg" | "nointerest_bonus" | "refund_prctg" | "regular" | "revolving" | "with_interest";
            /** Format: int32 */
            value: number;
        };
        ItemDetailLine: {
            commodityCode?: string;
            description?: string;
            /** Format: int64 */
            discountAmount?: number;
            productCode?: string;
            /** Format: int64 */
            quantity?: number;
            /** Format: int64 */
            totalAmount?: number;
            unitOfMeasure?: string;
            /** Format: int64 */
            unitPrice?: number;
        };
        Leg: {
            carrierCode?: string;
            classOfTravel?: string;
            /** Format: date-time */
            dateOfTravel?: string;
            departureAirportCode?: string;
            /** Format: int64 */
            departureTax?: number;
            destinationAirportCode?: string;
            fareBasisCode?: string;
            flightNumber?: string;
            stopOverCode?: string;
        };
        LevelTwoThree: {
            customerReferenceNumber?: string;
            destination?: components["schemas"]["Destination"];
            /** Format: int64 */
            dutyAmount?: number;
            /** Format: int64 */
            freightAmount?: number;
            itemDetailLines?: components["schemas"]["ItemDetailLine"][];
            /** Format: date */
            orderDate?: string;
            shipFromPostalCode?: string;
            /** Format: int64 */
            totalTaxAmount?: number;
        };
        LineItem: {
            /** Format: int64 */
            amountExcludingTax?: number;
            /** Format: int64 */
            amountIncludingTax?: number;
            brand?: string;
            color?: string;
            description?: string;
            id?: string;
            imageUrl?: string;
            itemCategory?: string;
            manufacturer?: string;
            marketplaceSellerId?: string;
            productUrl?: string;
            /** Format: int64 */
            quantity?: number;
            receiverEmail?: string;
            size?: string;
            sku?: string;
            /** Format: int64 */
            taxAmount?: number;
            /** Format: int64 */
            taxPercentage?: number;
            upc?: string;
        };
        Mandate: {
            amount: string;
            /** @enum {string} */
            amountRule?: "max" | "exact";
            /** @enum {string} */
            billingAttemptsRule?: "on" | "before" | "after";
            billingDay?: string;
            count?: string;
            endsAt: string;
            /** @enum {string} */
            frequency: "adhoc" | "daily" | "weekly" | "biWeekly" | "monthly" | "quarterly" | "halfYearly" | "yearly";
            remarks?: string;
            startsAt?: string;
        };
        MerchantDevice: {
            os?: string;
            osVersion?: string;
            reference?: string;
        };
        MerchantRiskIndicator: {
            addressMatch?: boolean;
            /** @enum {string} */
            deliveryAddressIndicator?: "shipToBillingAddress" | "shipToVerifiedAddress" | "shipToNewAddress" | "shipToStore" | "digitalGoods" | "goodsNotShipped" | "other";
            deliveryEmail?: string;
            deliveryEmailAddress?: string;
            /** @enum {string} */
            deliveryTimeframe?: "electronicDelivery" | "sameDayShipping" | "overnightShipping" | "twoOrMoreDaysShipping";
            giftCardAmount?: components["schemas"]["Amount"];
            /** Format: int32 */
            giftCardCount?: number;
            giftCardCurr?: string;
            /** Format: date-time */
            preOrderDate?: string;
            preOrderPurchase?: boolean;
            preOrderPurchaseInd?: string;
            reorderItems?: boolean;
            reorderItemsInd?: string;
            shipIndicator?: string;
        };
        Name: {
            firstName: string;
            lastName: string;
        };
        Passenger: {
            /** Format: date */
            dateOfBirth?: string;
            firstName?: string;
            lastName?: string;
            phoneNumber?: string;
            travellerType?: string;
        };
        PaymentCaptureRequest: {
            amount: components["schemas"]["Amount"];
            applicationInfo?: components["schemas"]["ApplicationInfo"];
            enhancedSchemeData?: components["schemas"]["EnhancedSchemeData"];
            lineItems?: components["schemas"]["LineItem"][];
            merchantAccount: string;
            platformChargebackLogic?: components["schemas"]["PlatformChargebackLogic"];
            reference?: string;
            splits?: components["schemas"]["Split"][];
            subMerchants?: components["schemas"]["SubMerchantInfo"][];
        };
        PaymentCaptureResponse: {
            amount: components["schemas"]["Amount"];
            lineItems?: components["schemas"]["LineItem"][];
            merchantAccount: string;
            paymentPspReference: string;
            platformChargebackLogic?: components["schemas"]["PlatformChargebackLogic"];
            pspReference: string;
            reference?: string;
            splits?: components["schemas"]["Split"][];
            /** @enum {string} */
            status: "received";
            subMerchants?: components["schemas"]["SubMerchantInfo"][];
        };
        PaymentCompletionDetails: {
            authorization_token?: string;
            billingToken?: string;
            "cupsecureplus.smscode"?: string;
            facilitatorAccessToken?: string;
            MD?: string;
            oneTimePasscode?: string;
            orderID?: string;
            PaReq?: string;
            PaRes?: string;
            payerID?: string;
            payload?: string;
            paymentID?: string;
            paymentStatus?: string;
            redirectResult?: string;
            resultCode?: string;
            returnUrlQueryString?: string;
            "threeds2.challengeResult"?: string;
            "threeds2.fingerprint"?: string;
            threeDSResult?: string;
            vaultToken?: string;
        };
        PaymentDetailsRequest: {
            authenticationData?: components["schemas"]["DetailsRequestAuthenticationData"];
            details: components["schemas"]["PaymentCompletionDetails"];
            paymentData?: string;
            threeDSAuthenticationOnly?: boolean;
        };
        PaymentDetailsResponse: {
            action?: components["schemas"]["CheckoutThreeDS2Action"];
            additionalData?: {
                [key: string]: string;
            };
            amount?: components["schemas"]["Amount"];
            donationToken?: string;
            fraudResult?: components["schemas"]["FraudResult"];
            merchantReference?: string;
            order?: components["schemas"]["CheckoutOrderResponse"];
            paymentMethod?: components["schemas"]["ResponsePaymentMethod"];
            paymentValidations?: components["schemas"]["PaymentValidationsResponse"];
            pspReference?: string;
            refusalReason?: string;
            refusalReasonCode?: string;
            /** @enum {string} */
            resultCode?: "AuthenticationFinished" | "AuthenticationNotRequired" | "Authorised" | "Cancelled" | "ChallengeShopper" | "Error" | "IdentifyShopper" | "PartiallyAuthorised" | "Pending" | "PresentToShopper" | "Received" | "RedirectShopper" | "Refused" | "Success";
            shopperLocale?: string;
            threeDS2ResponseData?: components["schemas"]["ThreeDS2ResponseData"];
            threeDS2Result?: components["schemas"]["ThreeDS2Result"];
            threeDSPaymentData?: string;
        };
        PaymentRefundRequest: {
            amount: components["schemas"]["Amount"];
            applicationInfo?: components["schemas"]["ApplicationInfo"];
            capturePspReference?: string;
            enhancedSchemeData?: components["schemas"]["EnhancedSchemeData"];
            lineItems?: components["schemas"]["LineItem"][];
            merchantAccount: string;
            /** @enum {string|null} */
            merchantRefundReason?: "FRAUD" | "CUSTOMER REQUEST" | "RETURN" | "DUPLICATE" | "OTHER" | null;
            reference?: string;
            splits?: components["schemas"]["Split"][];
            store?: string;
        };
        PaymentRefundResponse: {
            amount: components["schemas"]["Amount"];
            capturePspReference?: string;
            lineItems?: components["schemas"]["LineItem"][];
            merchantAccount: string;
            /** @enum {string|null} */
            merchantRefundReason?: "FRAUD" | "CUSTOMER REQUEST" | "RETURN" | "DUPLICATE" | "OTHER" | null;
            paymentPspReference: string;
            pspReference: string;
            reference?: string;
            splits?: components["schemas"]["Split"][];
            /** @enum {string} */
            status: "received";
            store?: string;
        };
        PaymentRequest: {
            accountInfo?: components["schemas"]["AccountInfo"];
            additionalAmount?: components["schemas"]["Amount"];
            additionalData?: {
                [key: string]: string;
            };
            amount: components["schemas"]["Amount"];
            applicationInfo?: components["schemas"]["ApplicationInfo"];
            authenticationData?: components["schemas"]["AuthenticationData"];
            bankAccount?: components["schemas"]["CheckoutBankAccount"];
            billingAddress?: components["schemas"]["BillingAddress"];
            browserInfo?: components["schemas"]["BrowserInfo"];
            /** Format: int32 */
            captureDelayHours?: number;
            /** @enum {string} */
            channel?: "iOS" | "Android" | "Web";
            checkoutAttemptId?: string;
            company?: components["schemas"]["Company"];
            countryCode?: string;
            /** Format: date-time */
            dateOfBirth?: string;
            dccQuote?: components["schemas"]["ForexQuote"];
            /** Format: date-time */
            deliverAt?: string;
            deliveryAddress?: components["schemas"]["DeliveryAddress"];
            /** Format: date-time */
            deliveryDate?: string;
            deviceFingerprint?: string;
            enableOneClick?: boolean;
            enablePayOut?: boolean;
            enableRecurring?: boolean;
            enhancedSchemeData?: components["schemas"]["EnhancedSchemeData"];
            /** @enum {string} */
            entityType?: "NaturalPerson" | "CompanyName";
            /** Format: int32 */
            fraudOffset?: number;
            fundOrigin?: components["schemas"]["FundOrigin"];
            fundRecipient?: components["schemas"]["FundRecipient"];
            /** @enum {string} */
            industryUsage?: "delayedCharge" | "installment" | "noShow";
            installments?: components["schemas"]["Installments"];
            lineItems?: components["schemas"]["LineItem"][];
            localizedShopperStatement?: {
                [key: string]: string;
            };
            mandate?: components["schemas"]["Mandate"];
            mcc?: string;
            merchantAccount: string;
            merchantOrderReference?: string;
            merchantRiskIndicator?: components["schemas"]["MerchantRiskIndicator"];
            metadata?: {
                [key: string]: string;
            };
            mpiData?: components["schemas"]["ThreeDSecureData"];
            order?: components["schemas"]["EncryptedOrderData"];
            orderReference?: string;
            origin?: string;
            paymentMethod: components["schemas"]["CardDetails"];
            paymentValidations?: components["schemas"]["PaymentValidations"];
            platformChargebackLogic?: components["schemas"]["PlatformChargebackLogic"];
            recurringExpiry?: string;
            recurringFrequency?: string;
            /** @enum {string} */
            recurringProcessingModel?: "CardOnFile" | "Subscription" | "UnscheduledCardOnFile";
            redirectFromIssuerMethod?: string;
            redirectToIssuerMethod?: string;
            reference: string;
            returnUrl: string;
            riskData?: components["schemas"]["RiskData"];
            sessionValidity?: string;
            shopperConversionId?: string;
            shopperEmail?: string;
            /** @enum {string} */
            shopperInteraction?: "Ecommerce" | "ContAuth" | "Moto" | "POS";
            shopperIP?: string;
            shopperLocale?: string;
            shopperName?: components["schemas"]["ShopperName"];
            shopperReference?: string;
            shopperStatement?: string;
            shopperTaxInfo?: components["schemas"]["ShopperTaxInfo"];
            socialSecurityNumber?: string;
            splits?: components["schemas"]["Split"][];
            store?: string;
            storePaymentMethod?: boolean;
            subMerchants?: components["schemas"]["SubMerchantInfo"][];
            surcharge?: components["schemas"]["Surcharge"];
            telephoneNumber?: string;
            threeDS2RequestData?: components["schemas"]["ThreeDS2RequestFields"];
            /** @default false */
            threeDSAuthenticationOnly?: boolean;
            trustedShopper?: boolean;
        };
        PaymentResponse: {
            action?: components["schemas"]["CheckoutAwaitAction"] | components["schemas"]["CheckoutBankTransferAction"] | components["schemas"]["CheckoutDelegatedAuthenticationAction"] | components["schemas"]["CheckoutNativeRedirectAction"] | components["schemas"]["CheckoutQrCodeAction"] | components["schemas"]["CheckoutRedirectAction"] | components["schemas"]["CheckoutSDKAction"] | components["schemas"]["CheckoutThreeDS2Action"] | components["schemas"]["CheckoutVoucherAction"];
            additionalData?: {
                [key: string]: string;
            };
            amount?: components["schemas"]["Amount"];
            donationToken?: string;
            fraudResult?: components["schemas"]["FraudResult"];
            merchantReference?: string;
            order?: components["schemas"]["CheckoutOrderResponse"];
            paymentMethod?: components["schemas"]["ResponsePaymentMethod"];
            paymentValidations?: components["schemas"]["PaymentValidationsResponse"];
            pspReference?: string;
            refusalReason?: string;
            refusalReasonCode?: string;
            /** @enum {string} */
            resultCode?: "AuthenticationFinished" | "AuthenticationNotRequired" | "Authorised" | "Cancelled" | "ChallengeShopper" | "Error" | "IdentifyShopper" | "PartiallyAuthorised" | "Pending" | "PresentToShopper" | "Received" | "RedirectShopper" | "Refused" | "Success";
            threeDS2ResponseData?: components["schemas"]["ThreeDS2ResponseData"];
            threeDS2Result?: components["schemas"]["ThreeDS2Result"];
            threeDSPaymentData?: string;
        };
        PaymentReversalRequest: {
            applicationInfo?: components["schemas"]["ApplicationInfo"];
            merchantAccount: string;
            reference?: string;
        };
        PaymentReversalResponse: {
            merchantAccount: string;
            paymentPspReference: string;
            pspReference: string;
            reference?: string;
            /** @enum {string} */
            status: "received";
        };
        PaymentValidations: {
            name?: components["schemas"]["PaymentValidationsNameRequest"];
        };
        /** Name */
        PaymentValidationsNameRequest: {
            status: string;
        };
        PaymentValidationsNameResponse: {
            rawResponse?: components["schemas"]["PaymentValidationsNameResultRawResponse"];
            result?: components["schemas"]["PaymentValidationsNameResultResponse"];
            /** @enum {string} */
            status?: "notPerformed" | "notSupported" | "performed";
        };
        PaymentValidationsNameResultRawResponse: {
            firstName?: string;
            fullName?: string;
            lastName?: string;
            middleName?: string;
            status?: string;
        };
        PaymentValidationsNameResultResponse: {
            firstName?: string;
            fullName?: string;
            lastName?: string;
            middleName?: string;
        };
        /** paymentResponse */
        PaymentValidationsResponse: {
            name?: components["schemas"]["PaymentValidationsNameResponse"];
        };
        Phone: {
            cc?: string;
            subscriber?: string;
        };
        PlatformChargebackLogic: {
            /** @enum {string} */
            behavior?: "deductFromOneBalanceAccount" | "deductAccordingToSplitRatio" | "deductFromLiableAccount";
            costAllocationAccount?: string;
            targetAccount?: string;
        };
        /** paymentResponse */
        ResponsePaymentMethod: {
            brand?: string;
            type?: string;
        };
        RiskData: {
            clientData?: string;
            customFields?: {
                [key: string]: string;
            };
            /** Format: int32 */
            fraudOffset?: number;
            profileReference?: string;
        };
        SDKEphemPubKey: {
            crv?: string;
            kty?: string;
            x?: string;
            y?: string;
        };
        ServiceError: {
            additionalData?: {
                [key: string]: string;
            };
            errorCode?: string;
            errorType?: string;
            message?: string;
            pspReference?: string;
            /** Format: int32 */
            status?: number;
        };
        ShopperInteractionDevice: {
            locale?: string;
            os?: string;
            osVersion?: string;
        };
        ShopperName: {
            firstName: string;
            lastName: string;
        };
        ShopperTaxInfo: {
            taxCountryCode: string;
            taxIdentificationNumber: string;
        };
        Split: {
            account?: string;
            amount?: components["schemas"]["SplitAmount"];
            description?: string;
            reference?: string;
            /** @enum {string} */
            type: "AcquiringFees" | "AdyenCommission" | "AdyenFees" | "AdyenMarkup" | "BalanceAccount" | "Commission" | "Default" | "Interchange" | "MarketPlace" | "PaymentFee" | "Remainder" | "SchemeFee" | "Surcharge" | "Tip" | "TopUp" | "VAT";
        };
        SplitAmount: {
            currency?: string;
            /** Format: int64 */
            value: number;
        };
        StandalonePaymentCancelRequest: {
            applicationInfo?: components["schemas"]["ApplicationInfo"];
            merchantAccount: string;
            paymentReference: string;
            reference?: string;
        };
        StandalonePaymentCancelResponse: {
            merchantAccount: string;
            paymentReference: string;
            pspReference: string;
            reference?: string;
            /** @enum {string} */
            status: "received";
        };
        SubMerchant: {
            city?: string;
            country?: string;
            mcc?: string;
            name?: string;
            taxId?: string;
        };
        SubMerchantInfo: {
            address?: components["schemas"]["BillingAddress"];
            amount?: components["schemas"]["Amount"];
            email?: string;
            id?: string;
            mcc?: string;
            name?: string;
            phoneNumber?: string;
            registeredSince?: string;
            taxId?: string;
            url?: string;
        };
        Surcharge: {
            /** Format: int64 */
            value: number;
        };
        ThreeDS2RequestFields: {
            acctInfo?: components["schemas"]["AcctInfo"];
            /** @enum {string} */
            acctType?: "01" | "02" | "03";
            acquirerBIN?: string;
            acquirerMerchantID?: string;
            /** @enum {string} */
            addrMatch?: "Y" | "N";
            /** @default false */
            authenticationOnly?: boolean;
            /** @enum {string} */
            challengeIndicator?: "noPreference" | "requestNoChallenge" | "requestChallenge" | "requestChallengeAsMandate";
            deviceRenderOptions?: components["schemas"]["DeviceRenderOptions"];
            homePhone?: components["schemas"]["Phone"];
            mcc?: string;
            merchantName?: string;
            messageVersion?: string;
            mobilePhone?: components["schemas"]["Phone"];
            notificationURL?: string;
            paymentAuthenticationUseCase?: string;
            payTokenInd?: boolean;
            purchaseInstalData?: string;
            recurringExpiry?: string;
            recurringFrequency?: string;
            sdkAppID?: string;
            sdkEphemPubKey?: components["schemas"]["SDKEphemPubKey"];
            /**
             * Format: int32
             * @default 60
             */
            sdkMaxTimeout?: number;
            sdkReferenceNumber?: string;
            sdkTransID?: string;
            threeDSCompInd?: string;
            threeDSRequestorAuthenticationInd?: string;
            threeDSRequestorAuthenticationInfo?: components["schemas"]["ThreeDSRequestorAuthenticationInfo"];
            /** @enum {string} */
            threeDSRequestorChallengeInd?: "01" | "02" | "03" | "04" | "05" | "06";
            threeDSRequestorID?: string;
            threeDSRequestorName?: string;
            threeDSRequestorPriorAuthenticationInfo?: components["schemas"]["ThreeDSRequestorPriorAuthenticationInfo"];
            threeDSRequestorURL?: string;
            /** @enum {string} */
            transactionType?: "goodsOrServicePurchase" | "checkAcceptance" | "accountFunding" | "quasiCashTransaction" | "prepaidActivationAndLoad";
            /** @enum {string} */
            transType?: "01" | "03" | "10" | "11" | "28";
            whiteListStatus?: string;
            workPhone?: components["schemas"]["Phone"];
        };
        ThreeDS2ResponseData: {
            acsChallengeMandated?: string;
            acsOperatorID?: string;
            acsReferenceNumber?: string;
            acsSignedContent?: string;
            acsTransID?: string;
            acsURL?: string;
            authenticationType?: string;
            cardHolderInfo?: string;
            cavvAlgorithm?: string;
            challengeIndicator?: string;
            dsReferenceNumber?: string;
            dsTransID?: string;
            exemptionIndicator?: string;
            messageVersion?: string;
            riskScore?: string;
            sdkEphemPubKey?: string;
            threeDSServerTransID?: string;
            transStatus?: string;
            transStatusReason?: string;
        };
        ThreeDS2Result: {
            authenticationValue?: string;
            cavvAlgorithm?: string;
            /** @enum {string} */
            challengeCancel?: "01" | "02" | "03" | "04" | "05" | "06" | "07";
            dsTransID?: string;
            eci?: string;
            /** @enum {string} */
            exemptionIndicator?: "lowValue" | "secureCorporate" | "trustedBeneficiary" | "transactionRiskAnalysis";
            messageVersion?: string;
            riskScore?: string;
            /** @enum {string} */
            threeDSRequestorChallengeInd?: "01" | "02" | "03" | "04" | "05" | "06";
            threeDSServerTransID?: string;
            timestamp?: string;
            transStatus?: string;
            transStatusReason?: string;
            whiteListStatus?: string;
        };
        ThreeDSecureData: {
            /** @enum {string} */
            authenticationResponse?: "Y" | "N" | "U" | "A";
            /** Format: byte */
            cavv?: string;
            cavvAlgorithm?: string;
            /** @enum {string} */
            challengeCancel?: "01" | "02" | "03" | "04" | "05" | "06" | "07";
            /** @enum {string} */
            directoryResponse?: "A" | "C" | "D" | "I" | "N" | "R" | "U" | "Y";
            dsTransID?: string;
            eci?: string;
            riskScore?: string;
            threeDSVersion?: string;
            /** Format: byte */
            tokenAuthenticationVerificationValue?: string;
            transStatusReason?: string;
            /** Format: byte */
            xid?: string;
        };
        ThreeDSRequestData: {
            /** @enum {string} */
            challengeWindowSize?: "01" | "02" | "03" | "04" | "05";
            /** @enum {string} */
            dataOnly?: "false" | "true";
            /** @enum {string} */
            nativeThreeDS?: "preferred" | "disabled";
            /** @enum {string} */
            threeDSVersion?: "2.1.0" | "2.2.0";
        };
        ThreeDSRequestorAuthenticationInfo: {
            threeDSReqAuthData?: string;
            /** @enum {string} */
            threeDSReqAuthMethod?: "01" | "02" | "03" | "04" | "05" | "06";
            threeDSReqAuthTimestamp?: string;
        };
        ThreeDSRequestorPriorAuthenticationInfo: {
            threeDSReqPriorAuthData?: string;
            /** @enum {string} */
            threeDSReqPriorAuthMethod?: "01" | "02" | "03" | "04";
            threeDSReqPriorAuthTimestamp?: string;
            threeDSReqPriorRef?: string;
        };
        Ticket: {
            issueAddress?: string;
            /** Format: date */
            issueDate?: string;
            number?: string;
        };
        TravelAgency: {
            code?: string;
            name?: string;
        };
    };
    responses: never;
    parameters: {
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: {
        "Idempotency-Key": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "post-cancels": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StandalonePaymentCancelRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandalonePaymentCancelResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
    "post-cardDetails": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CardDetailsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDetailsResponse"];
                };
            };
        };
    };
    "post-payments": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
    "post-payments-paymentPspReference-captures": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                paymentPspReference: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentCaptureRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentCaptureResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
    "post-payments-paymentPspReference-refunds": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                paymentPspReference: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentRefundRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRefundResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
    "post-payments-paymentPspReference-reversals": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                paymentPspReference: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentReversalRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentReversalResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
    "post-payments-details": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentDetailsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDetailsResponse"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            422: {
                headers: {
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceError"];
                };
            };
        };
    };
}
