/**
 * The exports of `docgate/partner`, for partners' servers on every runtime. Nothing inside docgate
 * imports this file.
 */
export type { Certificate } from "./certificate.ts";
export {
  type CallOptions,
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from "./client.ts";
export type { CertificateDelivery, Notice, RefreshKind } from "./notice.ts";
export {
  createNoticeHandler,
  type NoticeContext,
  type NoticeHandler,
  type NoticeHandlerOptions,
  type NoticeHandlers,
  type NoticeSigning,
  type NoticeSource,
} from "./notice-handler.ts";
export { PartnerError, type PartnerErrorCode, type PartnerErrorOptions } from "./partner-error.ts";
export type {
  Agent,
  Contract,
  FrontSettings,
  Policy,
  PolicySwitches,
  Space,
} from "./resources.ts";
export type { RememberNotice } from "./seen-notices.ts";
export {
  type ConsumerClaims,
  createTokenVerifier,
  type TokenVerifier,
  type TokenVerifierOptions,
  type TrustOptions,
  type VerifyOptions,
} from "./token-verifier.ts";
