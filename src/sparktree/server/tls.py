"""Encryption of connections, by the section openSSL of the configuration."""

from __future__ import annotations

import ssl
from typing import Any

from sparktree.errors import Code, Error
from sparktree.settings.config import Config

_CHECKS = {"none": ssl.CERT_NONE, "relaxed": ssl.CERT_OPTIONAL, "once": ssl.CERT_OPTIONAL,
           "strict": ssl.CERT_REQUIRED}  # fmt: skip


def certificate_names(connection: ssl.SSLObject) -> frozenset[str]:
    """`CN:...` and `SAN:...` of the client's certificate; nothing of one that was not checked."""
    told: Any = connection.getpeercert() or {}
    subject = (pair for names in told.get("subject", ()) for pair in names)
    common = {f"CN:{name}" for kind, name in subject if kind == "commonName"}
    others = told.get("subjectAltName", ())
    return frozenset(common | {f"SAN:{kind}:{name}" for kind, name in others})


class Encryption:
    """The certificate of a server; a new one can take its place while it runs."""

    def __init__(self, config: Config) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.take(config)

    def take(self, config: Config) -> None:
        """Use the certificate that the configuration names now, for connections to come."""
        certificate = config.text("openSSL.server.certificateFile")
        key = config.text("openSSL.server.privateKeyFile")
        if not certificate or not key:
            raise Error(
                Code.NO_ELEMENTS_IN_CONFIG,
                "Encrypted ports need openSSL.server.certificateFile and privateKeyFile",
            )
        mode = config.text("openSSL.server.verificationMode") or "none"
        if mode not in _CHECKS:
            message = f"openSSL.server.verificationMode cannot be {mode!r}"
            raise Error(Code.INVALID_CONFIG_PARAMETER, message)
        authorities = config.text("openSSL.server.caConfig")
        try:
            self.context.load_cert_chain(certificate, key)
            if authorities:
                self.context.load_verify_locations(authorities)
        except (OSError, ssl.SSLError) as error:
            message = f"Cannot use the certificate {certificate}: {error}"
            raise Error(Code.OPENSSL_ERROR, message) from error
        self.context.verify_mode = _CHECKS[mode]
