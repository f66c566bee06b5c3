/**
 * The CMS of a PAdES signature (ETSI.CAdES.detached): signed attributes are the digest and the signing certificate. There
 * is no signing time among them, which stands in the PDF. It has one spelling only, and one that differs in a byte is not
 * accepted: what no signature covers (versions, names of algorithms) can't be changed unseen either.
 */
import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { machineClock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface SigningIdentity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
} as const;

const SET_TAG = 0x31;

/** Ms since 1970. */
export function certificateEndMs({ validTo }: X509Certificate): number {
  return Date.parse(validTo);
}

/** By the machine's time, as all certificates. */
export function hasEnded(certificate: X509Certificate): boolean {
  return certificateEndMs(certificate) <= machineClock().nowMs();
}

/** @throws ReplyError once its certificate has ended */
export function demandValid({ certificate }: SigningIdentity): void {
  if (hasEnded(certificate)) throw replyError('ServiceUnavailable', {});
}

export function signDetached(digest: Buffer, identity: SigningIdentity): Buffer {
  demandValid(identity);
  const { key, certificate } = identity;
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.data })] }),
    new Attribute({ type: OID.messageDigest, values: [octets(digest)] }),
    new Attribute({ type: OID.signingCertificateV2, values: [certificateId(sha256(certificate.raw))] }),
  ].sort((one, other) => Buffer.compare(der(one), der(other)));
  const signature = sign('sha256', bytesToSign(attributes), key);
  return cmsOf({ certificate, attributes, signature });
}

/** The certificate of a valid signature of this digest, in the one spelling; else undefined. */
export function checkDetached(cms: Buffer, digest: Buffer): X509Certificate | undefined {
  try {
    const parts = partsOf(cms);
    return cmsOf(parts).equals(cms) && holds(parts, digest) ? parts.certificate : undefined;
  } catch {
    // Whatever can't be read, or has a key that is none, is no signature.
    return undefined;
  }
}

function holds({ certificate, attributes, signature }: Parts, digest: Buffer): boolean {
  const says = (type: string, value: OctetString | Sequence): boolean => {
    const [said] = attributes.find((one) => one.type === type)?.values ?? [];
    return said !== undefined && der(said).equals(der(value));
  };
  const isOfThese =
    says(OID.messageDigest, octets(digest)) && says(OID.signingCertificateV2, certificateId(sha256(certificate.raw)));
  return isOfThese && verify('sha256', bytesToSign(attributes), certificate.publicKey, signature);
}

/** SHA-256, lower-case hex. */
export function fingerprintOf(certificate: X509Certificate): string {
  return sha256(certificate.raw).toString('hex');
}

interface Parts {
  readonly certificate: X509Certificate;
  readonly attributes: readonly Attribute[];
  readonly signature: Buffer;
}

function cmsOf({ certificate, attributes, signature }: Parts): Buffer {
  const parsed = Certificate.fromBER(certificate.raw);
  const algorithm = new AlgorithmIdentifier({ algorithmId: OID.sha256 });
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: parsed.issuer, serialNumber: parsed.serialNumber }),
    digestAlgorithm: algorithm,
    signatureAlgorithm: signatureAlgorithmOf(certificate),
    signature: octets(signature),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: [...attributes] }),
  });
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [algorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates: [parsed],
    signerInfos: [signer],
  });
  return der(new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) }));
}

function partsOf(cms: Buffer): Parts {
  const signed = new SignedData({ schema: ContentInfo.fromBER(cms).content });
  const [signer] = signed.signerInfos;
  const [certificate] = signed.certificates ?? [];
  if (!signer?.signedAttrs || !(certificate instanceof Certificate)) throw new Error('no signature of ours');
  return {
    certificate: new X509Certificate(der(certificate)),
    attributes: signer.signedAttrs.attributes,
    signature: Buffer.from(signer.signature.valueBlock.valueHexView),
  };
}

/** Attributes are signed as a set, and travel under a tag of their own. */
function bytesToSign(attributes: readonly Attribute[]): Buffer {
  const bytes = der(new SignedAndUnsignedAttributes({ type: 0, attributes: [...attributes] }));
  bytes[0] = SET_TAG;
  return bytes;
}

function certificateId(hash: Buffer): Sequence {
  return new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [octets(hash)] })] })] });
}

function signatureAlgorithmOf({ publicKey }: X509Certificate): AlgorithmIdentifier {
  return publicKey.asymmetricKeyType === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId: OID.rsaWithSha256, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 });
}

function octets(bytes: Buffer): OctetString {
  return new OctetString({ valueHex: new Uint8Array(bytes) });
}

function der(part: { toSchema(encodeFlag?: boolean): { toBER(): ArrayBuffer } } | { toBER(): ArrayBuffer }): Buffer {
  return Buffer.from('toSchema' in part ? part.toSchema().toBER() : part.toBER());
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
