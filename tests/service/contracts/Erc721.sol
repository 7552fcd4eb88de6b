// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// The part of an ERC-721 collection that metadata needs; whoever sets a URI mints the token.
contract Erc721 {
    error ERC721NonexistentToken(uint256 tokenId);

    string public constant name = "Test Trees";
    string public constant symbol = "TREE";

    mapping(uint256 tokenId => address) private owners;
    mapping(uint256 tokenId => string) private uris;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function setTokenURI(uint256 tokenId, string calldata text) external {
        if (owners[tokenId] == address(0)) {
            owners[tokenId] = msg.sender;
            emit Transfer(address(0), msg.sender, tokenId);
        }
        uris[tokenId] = text;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        if (owner == address(0)) revert ERC721NonexistentToken(tokenId);
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return uris[tokenId];
    }
}
