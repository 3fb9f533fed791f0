"""A configuration that is read anew: disks and policies come, none goes."""

from __future__ import annotations

from dataclasses import replace

from sparktree.disks.configuration import StorageConfiguration
from sparktree.disks.opened import Disks, in_order, open_policies
from sparktree.disks.policies import DEFAULT, Policies, StoragePolicy, of_disk
from sparktree.errors import Code, Error


def take_storage(configuration: StorageConfiguration, disks: Disks, policies: Policies) -> None:
    """Open the disks that are new and take the policies as they are now; or BAD_ARGUMENTS, and all
    stays as it was, if parts might be where nobody would look for them any more."""
    _check_disks(configuration, disks)
    own = {of_disk(name) for name in disks.declared}  # policies that no configuration declares
    for name, policy in policies.items():
        if name == DEFAULT or name in own:
            continue
        if name not in configuration.policies:
            message = f"Storage policy `{name}` is missing in new configuration"
            raise Error(Code.BAD_ARGUMENTS, message)
        volumes = (one.volume for one in configuration.policies[name].volumes)
        _check_policy(policy, {volume.name: set(volume.disks) for volume in volumes})
    opened: set[str] = set()
    for declared in in_order(configuration.disks):
        # New keys are taken; what wraps a disk that is opened anew is so, too.
        if disks.declared.get(declared.name) != declared or declared.wrapped in opened:
            disks.open(declared)
            opened.add(declared.name)
    policies.update(open_policies(configuration, disks))


def _check_disks(configuration: StorageConfiguration, disks: Disks) -> None:
    for name, declared in configuration.disks.items():
        known = disks.declared.get(name, declared)
        if replace(known, encryption=declared.encryption) != declared:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Disk `{name}` is declared otherwise than before, which takes a restart",
            )


def _check_policy(old: StoragePolicy, volumes: dict[str, set[str]]) -> None:
    for volume in old.volumes:
        if volume.name not in volumes:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"New storage policy `{old.name}` shall contain volumes of the old storage policy"
                f" `{old.name}`",
            )
        if not set(volume.disks) <= volumes[volume.name]:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"New storage policy `{old.name}` shall contain disks of the old storage policy"
                f" `{old.name}`",
            )
